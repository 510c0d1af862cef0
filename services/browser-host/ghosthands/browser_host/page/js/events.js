// Telling a framework what was changed under it, the way a visit of the field would.

const PROTOTYPES = { input: HTMLInputElement.prototype, textarea: HTMLTextAreaElement.prototype };
const pause = () => new Promise((resume) => setTimeout(resume, 0));

// Frameworks paint after the event: once for what they were told, once for what that caused.
async function repainted() {
  await pause();
  await pause();
}

function fire(el, type, Kind = Event, more = {}) {
  el.dispatchEvent(new Kind(type, { bubbles: true, composed: true, ...more }));
}

// The events of a visit without the visit: moving the real focus costs more than all the rest of a long form.
function visit(el, change) {
  fire(el, "focus", FocusEvent, { bubbles: false });
  fire(el, "focusin", FocusEvent);
  change();
  fire(el, "blur", FocusEvent, { bubbles: false });
  fire(el, "focusout", FocusEvent);
}

function setValue(el, value) {
  visit(el, () => {
    Object.getOwnPropertyDescriptor(PROTOTYPES[el.localName], "value").set.call(el, value);
    const inputType = value ? "insertReplacementText" : "deleteContent";
    fire(el, "input", InputEvent, { inputType, data: value || null });
    fire(el, "change");
  });
}

function setSelected(el, wanted) {
  visit(el, () => {
    if (el.multiple) [...el.options].forEach((option) => (option.selected = wanted.includes(option)));
    else el.selectedIndex = wanted.length ? wanted[0].index : -1;
    fire(el, "input");
    fire(el, "change");
  });
}
