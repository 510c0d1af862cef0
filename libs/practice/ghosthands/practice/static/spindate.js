// A date in spin buttons that hear keys alone: a digit goes into the part that has the focus, a full part hands it on.
//
// What is put into an input by other means is painted over. The date is told once every part has its digits.

import { pick } from "./elements.js";

export class SpinDate {
  constructor(root) {
    this.root = root;
    this.parts = [...root.querySelectorAll("[role=spinbutton]")].map((input) => ({
      input,
      digits: "",
      length: input.maxLength,
      least: Number(input.getAttribute("aria-valuemin")),
      most: Number(input.getAttribute("aria-valuemax")),
    }));
    this.parts.forEach((part, index) => {
      part.input.addEventListener("keydown", (event) => this.press(event, part, index));
      part.input.addEventListener("input", () => this.paint(part));
      part.input.addEventListener("focus", () => (part.isFresh = true));
      part.input.addEventListener("blur", () => this.complete(part));
    });
  }

  press(event, part, index) {
    const { key } = event;
    if (/^\d$/.test(key)) this.type(part, index, key);
    else if (key === "Backspace" || key === "Delete") this.write(part, "");
    else if (key === "ArrowUp" || key === "ArrowDown") this.turn(part, key === "ArrowUp" ? 1 : -1);
    else return;
    event.preventDefault();
  }

  type(part, index, digit) {
    const digits = part.isFresh || part.digits.length >= part.length ? digit : part.digits + digit;
    part.isFresh = false;
    this.write(part, digits);
    const isFull = digits.length === part.length || Number(`${digits}0`) > part.most;
    if (isFull) this.parts[index + 1]?.input.focus();
  }

  turn(part, by) {
    const now = Number(part.digits) || part.least - by;
    this.write(part, String(Math.min(part.most, Math.max(part.least, now + by))).padStart(part.length, "0"));
  }

  // A lone digit of a month is one of the first nine.
  complete(part) {
    if (part.digits && part.length === 2) this.write(part, part.digits.padStart(2, "0"));
  }

  write(part, digits) {
    if (part.digits === digits) return this.paint(part);
    part.digits = digits;
    this.paint(part);
    const whole = this.parts.every((each) => each.digits.length === each.length);
    const date = whole ? this.parts.map((each) => each.digits).join("/") : "";
    if (date !== (this.told ?? "")) pick(this.root, (this.told = date));
  }

  paint({ input, digits }) {
    input.value = digits;
    digits ? input.setAttribute("aria-valuenow", Number(digits)) : input.removeAttribute("aria-valuenow");
    input.setAttribute("aria-valuetext", digits || input.placeholder);
  }

  show(value = "") {
    if (!value || value === this.told) return;
    this.told = value;
    value.split("/").forEach((digits, index) => Object.assign(this.parts[index], { digits }));
    this.parts.forEach((part) => this.paint(part));
  }
}
