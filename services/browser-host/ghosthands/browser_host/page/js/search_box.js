// Where one types to search a combobox: in the box it handed the focus on to, which is for the same list; else in itself,
// or in the box its open list brought along; else null.

const combobox = resolve(task);
const TICKED = ["checkbox", "radio", "button"];
const takesText = (el) => el?.localName === "input" && !el.readOnly && !TICKED.includes(el.type);
const listsNamed = (el) => (el?.getAttribute("aria-controls") ?? "").split(/\s+/).filter(Boolean);
let focused = document.activeElement;
while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
const [list] = listsNamed(combobox);
const isHandedOn = Boolean(list) && focused !== combobox && listsNamed(focused)[0] === list;
return [isHandedOn ? focused : combobox, focused].find(takesText) ?? null;
