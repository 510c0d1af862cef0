// Form controls as web components: each draws its label and its native control in an open shadow root of its own.
//
// One says what was answered by a `pick` event that leaves its root, and paints what it is told; `ng-invalid` on the
// host and a message inside say what is wrong.

import { element, given } from "./elements.js";
import { Popup } from "./popup.js";

const SEARCH_MS = 200;
const STYLE = `:host{display:block}label,.label{display:block;font-weight:550;margin-bottom:6px}
input[type=text],textarea,select{width:100%;padding:10px 12px;font:inherit;border:1px solid #c9d1d9;border-radius:8px;box-sizing:border-box}
.error{color:#b42318;font-size:14px}.dot{margin-right:8px}.hidden{position:absolute;width:1px;height:1px;opacity:0}`;

let numbers = 0;

class Control extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    this.id_ = `spl-form-element_${(numbers += 1)}`;
    this.attachShadow({ mode: "open" }).append(element("style", {}, STYLE), ...this.draw());
    this.wire();
  }

  get label() {
    return this.getAttribute("label") + (this.hasAttribute("required") ? " *" : "");
  }

  get name() {
    return this.getAttribute("name");
  }

  find(css) {
    return this.shadowRoot.querySelector(css);
  }

  tell(value) {
    this.dispatchEvent(new CustomEvent("pick", { bubbles: true, composed: true, detail: value }));
  }

  complain(text) {
    this.classList.toggle("ng-invalid", Boolean(text));
    this.find(".error")?.remove();
    this.find("input,textarea,select")?.setAttribute("aria-invalid", String(Boolean(text)));
    if (text) this.shadowRoot.append(element("div", { class: "error", role: "alert" }, text));
  }

  wire() {}
  show() {}
}

export class Input extends Control {
  draw() {
    const attributes = {
      id: this.name,
      type: "text",
      autocomplete: "off",
      "aria-required": this.hasAttribute("required"),
    };
    return [element("label", { for: this.name }, this.label), element(this.tag ?? "input", attributes)];
  }

  wire() {
    const control = this.find("input,textarea");
    control.addEventListener("input", () => this.tell(control.value));
  }

  show(value = "") {
    const control = this.find("input,textarea");
    if (control.value !== value) control.value = value;
  }
}

class TextArea extends Input {
  tag = "textarea";
}

class Autocomplete extends Control {
  picked = "";

  draw() {
    const attributes = {
      id: this.name,
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      autocomplete: "off",
    };
    const input = element("input", { ...attributes, "aria-required": this.hasAttribute("required") });
    return [element("label", { for: this.name }, this.label), input];
  }

  wire() {
    const input = this.find("input");
    input.addEventListener("input", () => {
      clearTimeout(this.searching);
      this.searching = setTimeout(() => this.search(input), SEARCH_MS);
    });
    input.addEventListener("keydown", (event) => {
      const isListKey = ["ArrowDown", "ArrowUp", "Enter", "Escape"].includes(event.key);
      if (isListKey && this.popup?.press(event.key)) event.preventDefault();
    });
    input.addEventListener("blur", () => {
      this.close();
      input.value = this.picked;
    });
  }

  async search(input) {
    const typed = input.value.trim();
    const address = `${this.getAttribute("source")}&text=${encodeURIComponent(typed)}`;
    const found = await fetch(address).then(
      (response) => response.json(),
      () => [],
    );
    if (typed !== input.value.trim()) return;
    const onPick = (value) => {
      this.close();
      this.tell(value);
    };
    const options = found.map((label) => [label, label]);
    this.popup = new Popup(input, { options, chosen: [this.picked], onPick, onClose: () => (this.popup = null) });
  }

  close() {
    clearTimeout(this.searching);
    this.popup?.close();
  }

  show(value = "") {
    if (value === this.picked) return;
    this.picked = value;
    this.find("input").value = value;
  }
}

export class Select extends Control {
  draw() {
    const options = given(this).map(([value, label]) => element("option", { value }, label));
    const list = element(
      "select",
      { id: this.id_, "aria-required": this.hasAttribute("required") },
      element("option", { value: "" }, "Select"),
      ...options,
    );
    return [element("label", { for: this.id_ }, this.label), list];
  }

  wire() {
    this.find("select").addEventListener("change", ({ target }) => this.tell(target.value));
  }

  show(value = "") {
    this.find("select").value = value;
  }
}

export class Checkbox extends Control {
  draw() {
    return [
      element("input", { type: "checkbox", id: this.id_ }),
      element("label", { for: this.id_, style: "display:inline" }, this.label),
    ];
  }

  wire() {
    this.find("input").addEventListener("click", ({ target }) => this.tell(target.checked ? "1" : ""));
  }

  show(value = "") {
    this.find("input").checked = Boolean(value);
  }
}

export class File extends Control {
  draw() {
    const id = this.name === "resume" ? "file-input" : this.id_;
    const accept = this.name === "resume" ? ".pdf,.doc,.docx,.txt" : "image/png,image/jpeg";
    const choose = element("button", { type: "button" }, this.name === "resume" ? "Choose a file" : "Add photo");
    choose.addEventListener("click", () => this.find("input").click());
    const input = element("input", { type: "file", id, accept, class: "hidden", tabindex: "-1" });
    return [element("div", { class: "label" }, this.label), choose, input, element("div", { class: "list" })];
  }

  wire() {
    this.find("input").addEventListener("change", ({ target }) => this.tell(target.files[0] ?? ""));
  }

  show(file) {
    const shown = file ? [element("spl-file-item", { class: "file-item" }, file.name)] : [];
    this.find(".list").replaceChildren(...shown);
  }
}

// The group and its radios say by ARIA on their hosts what they are; what is seen of them is inside.
export class RadioGroup extends Control {
  tags = "spl-radio";

  draw() {
    this.setAttribute("role", "radiogroup");
    this.setAttribute("aria-label", this.getAttribute("label"));
    this.setAttribute("aria-required", this.hasAttribute("required"));
    return [element("div", { class: "label" }, this.label), element("slot")];
  }

  wire() {
    this.addEventListener("chosen", ({ detail }) => this.tell(detail));
  }

  show(value = "") {
    this.querySelectorAll(this.tags).forEach((radio) => radio.show(radio.getAttribute("value") === value));
  }

  complain(text) {
    super.complain(text);
    this.setAttribute("aria-invalid", String(Boolean(text)));
  }
}

export class Radio extends Control {
  draw() {
    const label = this.getAttribute("label");
    Object.entries({ role: "radio", tabindex: "0", "aria-checked": "false", "aria-label": label }).forEach(
      ([name, value]) => this.setAttribute(name, value),
    );
    return [element("span", { class: "dot" }, "○"), element("span", { class: "text" }, label)];
  }

  wire() {
    const say = () => new CustomEvent("chosen", { bubbles: true, composed: true, detail: this.getAttribute("value") });
    this.addEventListener("click", () => this.dispatchEvent(say()));
    this.addEventListener("keydown", ({ key }) => key === " " && this.click());
  }

  show(isChosen) {
    this.setAttribute("aria-checked", String(isChosen));
    this.find(".dot").textContent = isChosen ? "●" : "○";
  }
}

// A section puts what it holds under its heading, in a root of its own.
export class Section extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    this.attachShadow({ mode: "open" }).append(element("h2", {}, this.dataset.heading), element("slot"));
  }
}

const COMPONENTS = {
  "spl-input": Input,
  "spl-textarea": TextArea,
  "spl-autocomplete": Autocomplete,
  "sr-question-field-select": Select,
  "spl-checkbox": Checkbox,
  "spl-dropzone": File,
  "sr-avatar": class extends File {},
  "spl-radio-group": RadioGroup,
  "spl-radio": Radio,
  "oc-section": Section,
};
Object.entries(COMPONENTS).forEach(([name, component]) => customElements.define(name, component));
