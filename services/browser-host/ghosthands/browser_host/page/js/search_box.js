// Where one types to search a combobox that is open: itself, or the box its list brought along; else null.

const combobox = resolve(task);
const TICKED = ["checkbox", "radio", "button"];
const takesText = (el) => el?.localName === "input" && !el.readOnly && !TICKED.includes(el.type);
let focused = document.activeElement;
while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
return [combobox, focused].find(takesText) ?? null;
