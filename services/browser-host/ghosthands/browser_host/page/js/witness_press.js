// An object that says whether a click arrived in the element's document, whichever element caught it on the way. Until
// the first press, or `end()`, it also watches what the fields hold: a press that finds one emptied meanwhile reaches
// nothing of the page. `end()` says whether that happened.

const fieldsIn = (root) =>
  [...root.querySelectorAll("*")].flatMap((each) => [
    ...(each.matches("input:not([type=hidden]),select,textarea") ? [each] : []),
    ...(each.shadowRoot ? fieldsIn(each.shadowRoot) : []),
  ]);
const holds = (field) => (/^(checkbox|radio)$/.test(field.type) ? field.checked : field.value !== "");

const view = el.ownerDocument.defaultView;
const filled = fieldsIn(el.ownerDocument).filter(holds);
const witness = { clicked: false, end: () => (over.abort(), emptied) };
const over = new AbortController();
let emptied = false;

const keepAway = (event) => {
  emptied ||= filled.some((field) => field.isConnected && !holds(field));
  if (!emptied) return over.abort();
  event.preventDefault();
  event.stopImmediatePropagation();
};
const hear = () => {
  witness.clicked = true;
};
for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
  view.addEventListener(type, keepAway, { capture: true, signal: over.signal });
view.addEventListener("click", hear, { capture: true, once: true });
return witness;
