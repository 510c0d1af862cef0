// Takes back the one character that was just entered where the focus is in this document, if it stands there.

let at = document.activeElement;
while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
if (at?.isContentEditable) {
  const { anchorNode: node, anchorOffset: end } = getSelection();
  if (node?.data?.[end - 1] === task) document.execCommand("delete");
} else if (typeof at?.value === "string" && at.value.includes(task)) {
  const end = at.selectionStart ?? at.value.length;
  const place = at.value[end - 1] === task ? end - 1 : -1;
  if (place >= 0) {
    const [proto] = [HTMLInputElement, HTMLTextAreaElement].filter((Kind) => at instanceof Kind);
    const left = at.value.slice(0, place) + at.value.slice(place + 1);
    Object.getOwnPropertyDescriptor(proto.prototype, "value").set.call(at, left);
    at.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  }
}
return null;
