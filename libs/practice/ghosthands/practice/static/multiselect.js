// A search that takes picks: Enter looks for what was typed, a lone hit is taken at once, others appear in a popup.
//
// What was picked stands before the input as pills, which are options like the popup's own: a click on one takes it back.

import { element, given, pick } from "./elements.js";
import { Popup } from "./popup.js";

const SEARCH_MS = 120;

export class MultiSelect {
  constructor(root) {
    this.root = root;
    this.input = root.querySelector("input");
    this.pills = root.querySelector("[data-automation-id=selectedItemList]");
    this.options = given(root);
    this.chosen = [];
    this.input.addEventListener("click", () => this.search());
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.input.addEventListener("blur", () => (this.input.value = ""));
  }

  press(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      if (this.popup?.highlighted >= 0) return this.popup.press("Enter");
      clearTimeout(this.searching);
      this.searching = setTimeout(() => this.search(this.input.value.trim()), SEARCH_MS);
    } else if (event.key === "Backspace" && !this.input.value && this.chosen.length) {
      this.toggle(this.chosen.at(-1));
    } else if (["ArrowDown", "ArrowUp", "Escape"].includes(event.key)) {
      this.popup?.press(event.key);
    }
  }

  search(typed = "") {
    const hits = this.options.filter(([, label]) => label.toLowerCase().includes(typed.toLowerCase()));
    this.close();
    if (typed && hits.length === 1) return this.toggle(hits[0][0]);
    const onClose = () => (this.popup = null);
    const onPick = (value) => this.toggle(value);
    this.popup = new Popup(this.input, { options: hits, chosen: this.chosen, onPick, onClose, multiple: true });
  }

  toggle(value) {
    const has = this.chosen.includes(value);
    this.close();
    this.input.value = "";
    pick(this.root, has ? this.chosen.filter((each) => each !== value) : [...this.chosen, value]);
  }

  close() {
    clearTimeout(this.searching);
    this.popup?.close();
  }

  show(value = []) {
    if (String(value) === String(this.chosen)) return;
    this.chosen = [...value];
    this.pills.hidden = !this.chosen.length;
    this.pills.replaceChildren(...this.chosen.map((each) => this.pillOf(each)));
  }

  pillOf(value) {
    const label = this.options.find(([each]) => each === value)[1];
    const inner = element("div", { "data-automation-id": "promptOption", "data-automation-label": label }, label);
    const remove = element("span", { "data-automation-id": "DELETE_charm", "aria-hidden": "true" }, "×");
    const pill = element("li", { class: "pill", role: "option", "data-automation-id": "selectedItem" }, inner, remove);
    pill.addEventListener("click", () => this.toggle(value));
    return pill;
  }
}
