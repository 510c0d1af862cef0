// A date that is typed by keys, MM/DD/YYYY, and taken with Enter or when the field is left; what is no date is dropped.
//
// What is put in by other means is painted over, and a calendar stands open while the field has the focus.

import { element, pick } from "./elements.js";

const KEY = /^[\d/]$/;

export class DateField {
  constructor(root) {
    this.root = root;
    this.input = root.querySelector("input");
    this.taken = "";
    this.typed = "";
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.input.addEventListener("input", () => (this.input.value = this.typed));
    this.input.addEventListener("focus", () => this.open());
    this.input.addEventListener("blur", () => this.take());
  }

  open() {
    const said = element("div", { class: "react-datepicker__current-month" }, "Pick a day, or type it as MM/DD/YYYY");
    this.calendar ??= element("div", { class: "react-datepicker-popper hint" }, said);
    this.root.append(this.calendar);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey) return this.selectAll(event);
    if (KEY.test(event.key)) this.write((this.isSelected ? "" : this.typed) + event.key);
    else if (event.key === "Backspace" || event.key === "Delete")
      this.write(this.isSelected ? "" : this.typed.slice(0, -1));
    else if (event.key === "Enter") this.take();
    else return;
    event.preventDefault();
  }

  selectAll({ key }) {
    this.isSelected = key === "a";
  }

  write(typed) {
    this.isSelected = false;
    this.typed = typed;
    this.input.value = typed;
  }

  take() {
    this.calendar?.remove();
    const [, month, day, year] = this.typed.match(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/) ?? [];
    const date = new Date(year, month - 1, day);
    const isDate = year && date.getMonth() === month - 1 && date.getDate() === Number(day);
    const value = isDate ? `${month.padStart(2, "0")}/${day.padStart(2, "0")}/${year}` : "";
    this.write(value);
    if (value !== this.taken) pick(this.root, (this.taken = value));
  }

  close() {
    this.calendar?.remove();
  }

  show(value = "") {
    if (value === this.taken) return;
    this.taken = value;
    this.write(value);
  }
}
