// A radio group that is chosen from by a double click of a person's, and by nothing else.
{
  const isRadio = (node) => node instanceof HTMLInputElement && node.type === "radio";
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener(
    "click",
    (event) => {
      if (isRadio(event.target) && !(event.isTrusted && event.detail > 1)) stop(event);
    },
    true,
  );
  for (const type of ["input", "change"]) {
    addEventListener(
      type,
      (event) => {
        if (!isRadio(event.target) || event.isTrusted) return;
        stop(event);
        event.target.checked = false;
      },
      true,
    );
  }
}
