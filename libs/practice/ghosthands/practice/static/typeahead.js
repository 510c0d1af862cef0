// A search whose hits appear in a popup at the end of the document; only what is picked there is an answer.

import { pick } from "./elements.js";
import { Popup } from "./popup.js";

const SEARCH_MS = 200;

export class Typeahead {
  constructor(root) {
    this.root = root;
    this.input = root.querySelector("input");
    this.picked = "";
    this.input.addEventListener("input", () => this.searchSoon());
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.input.addEventListener("blur", () => this.leave());
  }

  searchSoon() {
    clearTimeout(this.searching);
    this.searching = setTimeout(() => this.search(this.input.value.trim()), SEARCH_MS);
  }

  async search(typed) {
    const address = `${this.root.dataset.source}&text=${encodeURIComponent(typed)}`;
    const found = await fetch(address).then(
      (response) => response.json(),
      () => [],
    );
    if (typed !== this.input.value.trim() || !this.input.isConnected) return;
    const options = found.map((label) => [label, label]);
    const onClose = () => (this.popup = null);
    this.popup = new Popup(this.input, {
      options,
      chosen: [this.picked],
      onPick: (value) => this.pick(value),
      onClose,
    });
  }

  press(event) {
    const isListKey = ["ArrowDown", "ArrowUp", "Enter", "Escape"].includes(event.key);
    if (isListKey && this.popup?.press(event.key)) event.preventDefault();
  }

  pick(value) {
    this.close();
    pick(this.root, value);
  }

  leave() {
    this.close();
    this.input.value = this.picked;
  }

  close() {
    clearTimeout(this.searching);
    this.popup?.close();
  }

  show(value = "") {
    if (value === this.picked) return;
    this.picked = value;
    this.input.value = value;
  }
}
