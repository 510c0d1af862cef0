// An object that says whether a click arrived in the element's document, whichever element caught it on the way. Until
// then, or until `end()`, it also watches what the fields hold: once an event of the press finds one emptied, neither it
// nor those after it reach the page. `end()` says whether for that reason none did. `task`: the CSS of the fields that
// were read to be filled.

const fieldsIn = (root) =>
  [...root.querySelectorAll("*")].flatMap((each) => [
    ...(each.matches("input:not([type=hidden]),select,textarea") ? [each] : []),
    ...(each.shadowRoot ? fieldsIn(each.shadowRoot) : []),
  ]);
const holds = (field) => (/^(checkbox|radio)$/.test(field.type) ? field.checked : field.value !== "");

const view = el.ownerDocument.defaultView;
const filled = fieldsIn(el.ownerDocument).filter(holds);
const isRead = (field) => task.some((css) => field.getRootNode().querySelector(css.split(" >>> ").at(-1)) === field);
const leaving = filled.find((field) => field.getRootNode().activeElement === field && !isRead(field));
const witness = { clicked: false, end: () => (over.abort(), emptied && !heard) };
const over = new AbortController();
let emptied = false;
let heard = false;

// A search may rightly be cleared as it loses the focus, which it does by the first events of the press; an answer not.
const isEmptied = (field) => field.isConnected && !holds(field) && !(heard && field === leaving);
const watch = (event) => {
  emptied ||= filled.some(isEmptied);
  if (emptied) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else heard = true;
  witness.clicked ||= event.type === "click" && heard;
  if (event.type === "click") over.abort();
};
for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
  view.addEventListener(type, watch, { capture: true, signal: over.signal });
return witness;
