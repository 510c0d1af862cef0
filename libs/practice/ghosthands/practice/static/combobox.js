// A combobox drawn by script, in the markup of react-select: typing searches, and only picking an option answers.
//
// Options are the shell's templates, or come from its `data-source` a moment after the last key. The menu is made when
// it opens and gone when it closes; what was typed and not picked is cleared with the focus.

const SEARCH_DELAY_MS = 150;

export class Combobox {
  constructor(shell) {
    this.shell = shell;
    this.input = shell.querySelector(".select__input");
    this.container = shell.querySelector(".select__value-container");
    this.own = [...shell.querySelectorAll("template")].map((each) => [each.dataset.value, each.content.textContent]);
    this.highlighted = 0;
    this.input.addEventListener("input", () => this.search());
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.input.addEventListener("blur", () => this.leave());
    shell.querySelector(".select__control").addEventListener("mousedown", (event) => this.toggle(event));
  }

  get menu() {
    return this.shell.querySelector(".select__menu");
  }

  toggle(event) {
    event.preventDefault();
    this.input.focus();
    this.menu ? this.close() : this.search();
  }

  search() {
    clearTimeout(this.timer);
    this.paint();
    if (!this.shell.dataset.source) return this.open(this.own.filter(([, label]) => this.fits(label)));
    this.open([], this.input.value ? "Loading..." : "Start typing...");
    if (this.input.value) this.timer = setTimeout(() => this.ask(this.input.value), SEARCH_DELAY_MS);
  }

  fits(label) {
    return label.toLowerCase().includes(this.input.value.trim().toLowerCase());
  }

  async ask(typed) {
    const response = await fetch(`${this.shell.dataset.source}?q=${encodeURIComponent(typed)}`);
    const found = await response.json();
    if (typed === this.input.value && this.menu) this.open(found.map((label) => [label, label]));
  }

  open(options, otherwise = "No options") {
    this.close();
    this.options = options;
    this.highlighted = 0;
    const menu = element("div", "select__menu", { id: `react-select-${this.input.id}-listbox` });
    const list = element("div", "select__menu-list", { role: "listbox" });
    menu.append(list);
    list.append(...options.map(([value, label], index) => this.option(value, label, index)));
    if (options.length === 0) list.append(element("div", "select__menu-notice", {}, otherwise));
    this.shell.append(menu);
    this.input.setAttribute("aria-expanded", "true");
    this.input.setAttribute("aria-controls", menu.id);
    this.highlight(0);
  }

  option(value, label, index) {
    const id = `react-select-${this.input.id}-option-${index}`;
    const option = element("div", "select__option", { id, role: "option", "aria-selected": "false" }, label);
    option.addEventListener("mousedown", (event) => event.preventDefault());
    option.addEventListener("click", () => this.pick(value, label));
    return option;
  }

  highlight(index) {
    const options = [...this.shell.querySelectorAll(".select__option")];
    this.highlighted = Math.max(0, Math.min(index, options.length - 1));
    options.forEach((each, at) => each.classList.toggle("select__option--is-focused", at === this.highlighted));
    const current = options[this.highlighted];
    if (current) this.input.setAttribute("aria-activedescendant", current.id);
  }

  press(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!this.menu) return this.search();
      this.highlight(this.highlighted + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter" && this.menu) {
      event.preventDefault();
      const chosen = this.options[this.highlighted];
      if (chosen) this.pick(...chosen);
    } else if (event.key === "Escape") {
      this.close();
    }
  }

  pick(value, label) {
    this.close();
    this.input.value = "";
    this.show(value);
    this.shell.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: value }));
  }

  show(value) {
    const picked = this.container.querySelector(".select__single-value");
    const label = this.own.find(([each]) => each === value)?.[1] ?? value;
    if ((picked?.textContent ?? "") === (label ?? "")) return;
    picked?.remove();
    if (label) this.container.prepend(element("div", "select__single-value", {}, label));
    this.paint();
  }

  leave() {
    this.input.value = "";
    this.close();
    this.paint();
  }

  close() {
    this.menu?.remove();
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-controls");
    this.input.removeAttribute("aria-activedescendant");
  }

  // What is typed takes the place of what was picked, and either that of the placeholder.
  paint() {
    const picked = this.container.querySelector(".select__single-value");
    const typed = Boolean(this.input.value);
    if (picked) picked.hidden = typed;
    this.container.querySelector(".select__placeholder").hidden = typed || Boolean(picked);
  }
}

function element(tag, className, attributes, text = "") {
  const node = Object.assign(document.createElement(tag), { className, textContent: text });
  Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
  return node;
}
