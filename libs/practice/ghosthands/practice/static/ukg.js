// UKG's components: those of `spl.js` under its names, and a button with an open shadow root around its words.

import { element } from "./elements.js";
import { Checkbox, File, Input, Radio, RadioGroup, Section, Select } from "./spl.js";

class Button extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    this.attachShadow({ mode: "open" }).append(element("button", { type: "button" }, element("slot")));
    if (this.dataset.address) this.addEventListener("click", () => location.assign(this.dataset.address));
  }
}

class UkgRadioGroup extends RadioGroup {
  tags = "ukg-radio";
}

const COMPONENTS = {
  "ukg-input": class extends Input {},
  "ukg-select": class extends Select {},
  "ukg-checkbox": class extends Checkbox {},
  "ukg-file": class extends File {},
  "ukg-radio-group": UkgRadioGroup,
  "ukg-radio": class extends Radio {},
  "ukg-card": class extends Section {},
  "ukg-button": Button,
};
Object.entries(COMPONENTS).forEach(([name, component]) => customElements.define(name, component));
