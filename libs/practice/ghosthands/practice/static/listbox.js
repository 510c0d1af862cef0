// A dropdown made of a button; its options appear in a popup at the end of the document.

import { given, pick } from "./elements.js";
import { Popup } from "./popup.js";

export class Listbox {
  constructor(root) {
    this.root = root;
    this.button = root.querySelector("button");
    this.empty = this.button.textContent;
    this.options = given(root);
    this.button.addEventListener("click", () => this.toggle());
    this.button.addEventListener("keydown", (event) => this.press(event));
  }

  toggle() {
    if (this.popup) return this.close();
    const onClose = () => (this.popup = null);
    const onPick = (value) => this.pick(value);
    this.popup = new Popup(this.button, { options: this.options, chosen: [this.button.value], onPick, onClose });
  }

  press(event) {
    if (this.popup && event.key !== "Tab" && this.popup.press(event.key)) event.preventDefault();
  }

  pick(value) {
    this.close();
    pick(this.root, value);
  }

  close() {
    this.popup?.close();
  }

  show(value = "") {
    const label = this.options.find(([each]) => each === value)?.[1] ?? this.empty;
    this.button.value = value;
    if (this.button.textContent !== label) this.button.textContent = label;
    this.button.setAttribute("aria-label", `${this.button.dataset.label} ${label}`);
  }
}
