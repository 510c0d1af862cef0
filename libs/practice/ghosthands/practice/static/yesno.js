// A question answered by pressing one of two buttons; a checkbox nobody sees mirrors it.

import { pick } from "./elements.js";

export class YesNo {
  constructor(root) {
    this.buttons = [...root.querySelectorAll("button")];
    this.mirror = root.querySelector("input");
    this.buttons.forEach((button) => button.addEventListener("click", () => pick(root, button.dataset.value)));
  }

  show(value = "") {
    this.buttons.forEach((button) => button.classList.toggle("_active_y2cw4_57", button.dataset.value === value));
    this.mirror.checked = value === "yes";
  }
}
