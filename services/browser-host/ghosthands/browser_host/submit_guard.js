// Installed in every frame before the page's own scripts. While closed it vetoes whatever would submit a form:
// submit events, clicks on submit buttons, form.submit(). `name` is the session's own, so that a host that adopts the
// browser finds the guard its predecessor left.
(name) => {
  if (window[name]) return;
  let closed = false;
  let vetoed = 0;
  const final = /^\s*(submit|apply|send|finish|complete)\b|\b(submit|send)( my| your| the)? application\b/i;

  const veto = (event) => {
    vetoed += 1;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const isButton = (node) =>
    node instanceof HTMLButtonElement ||
    (node instanceof HTMLInputElement && ["submit", "image", "button"].includes(node.type)) ||
    (node instanceof Element && node.getAttribute("role") === "button");
  // A <button> without a type may open a list of options: its click passes, and the submit event it may lead to does
  // not. A shadow root keeps that event to itself, so there the click is where it must be stopped.
  const submits = (button, inShadow) =>
    ["submit", "image"].includes(button.getAttribute("type")) ||
    (inShadow && button.type === "submit") ||
    final.test(button.value || button.innerText || "");

  window.addEventListener("submit", (event) => closed && veto(event), true);
  window.addEventListener(
    "click",
    (event) => {
      if (!closed) return;
      const path = event.composedPath();
      const button = path.find(isButton);
      if (button && submits(button, button.getRootNode() !== document)) veto(event);
    },
    true,
  );
  const submit = HTMLFormElement.prototype.submit;
  HTMLFormElement.prototype.submit = function () {
    if (closed) vetoed += 1;
    else submit.call(this);
  };
  Object.defineProperty(window, name, {
    value: (close) => {
      const count = vetoed;
      closed = close;
      vetoed = 0;
      return count;
    },
  });
}
