// A list of options at the end of the document, for the one widget that has it open; made when it opens, gone after.
//
// It opens a moment after it was asked for, as something that is rendered and animated does.

import { element } from "./elements.js";

const OPENING_MS = 40;

let opened = null;
let numbers = 0;

export class Popup {
  constructor(owner, { options, chosen, onPick, onClose, multiple = false }) {
    opened?.close();
    opened = this;
    Object.assign(this, { owner, options, onPick, onClose, highlighted: -1 });
    this.id = `listbox-${(numbers += 1)}`;
    const list = element("ul", {
      role: "listbox",
      id: this.id,
      tabindex: "-1",
      "aria-multiselectable": String(multiple),
    });
    list.append(...options.map((option, index) => this.optionOf(option, index, chosen)));
    if (!options.length) list.append(element("li", { class: "popup__notice" }, "No Items."));
    this.node = element("div", { class: "popup", "data-automation-widget": "wd-popup" }, list);
    this.outside = ({ target }) => this.node.contains(target) || owner.contains(target) || this.close();
    this.timer = setTimeout(() => this.open(), OPENING_MS);
  }

  optionOf([value, label], index, chosen) {
    const isChosen = chosen.includes(value);
    const inner = element("div", { "data-automation-id": "promptOption", "data-automation-label": label }, label);
    const attributes = {
      role: "option",
      id: `${this.id}-${index}`,
      "aria-selected": String(isChosen),
      "data-value": value,
    };
    const option = element("li", { class: "popup__option", ...attributes }, inner);
    option.addEventListener("mousedown", (event) => event.preventDefault());
    option.addEventListener("click", () => this.onPick(value));
    return option;
  }

  open() {
    const box = this.owner.getBoundingClientRect();
    this.node.style.cssText = `left:${box.left + scrollX}px;top:${box.bottom + scrollY + 4}px;width:${box.width}px`;
    document.body.append(this.node);
    this.owner.setAttribute("aria-expanded", "true");
    this.owner.setAttribute("aria-controls", this.id);
    document.addEventListener("mousedown", this.outside);
  }

  close() {
    clearTimeout(this.timer);
    this.node.remove();
    this.owner.setAttribute("aria-expanded", "false");
    this.owner.removeAttribute("aria-controls");
    this.owner.removeAttribute("aria-activedescendant");
    document.removeEventListener("mousedown", this.outside);
    if (opened === this) opened = null;
    this.onClose();
  }

  // Whether the key was the list's affair.
  press(key) {
    if (key === "ArrowDown" || key === "ArrowUp") this.highlight(this.highlighted + (key === "ArrowDown" ? 1 : -1));
    else if (key === "Enter" && this.options[this.highlighted]) this.onPick(this.options[this.highlighted][0]);
    else if (key === "Escape") this.close();
    else return this.jump(key);
    return true;
  }

  jump(key) {
    const index = this.options.findIndex(([, label]) => label.toLowerCase().startsWith(key.toLowerCase()));
    if (key.length !== 1 || index < 0) return false;
    this.highlight(index);
    return true;
  }

  highlight(index) {
    const options = [...this.node.querySelectorAll("[role=option]")];
    this.highlighted = Math.max(0, Math.min(index, options.length - 1));
    options.forEach((each, at) => each.classList.toggle("popup__option--is-focused", at === this.highlighted));
    options[this.highlighted]?.scrollIntoView({ block: "nearest" });
    this.owner.setAttribute("aria-activedescendant", options[this.highlighted]?.id ?? "");
  }
}
