// A list that the browser would show beside its page, shown here instead.
export class List {
  constructor(box, screen, choose) {
    this.box = box;
    this.screen = screen;
    this.choose = choose;
    box.addEventListener("click", (event) => this.pick(event.target.closest("[role=option]")));
    box.addEventListener("pointermove", (event) => this.mark(event.target.closest("[role=option]:not([aria-disabled=true])")));
    box.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", (event) => box.contains(event.target) || this.close());
  }

  open(said) {
    this.id = said.list_id;
    this.box.replaceChildren(...this.rows(said.options));
    this.box.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.screen;
    const below = (said.y + said.height) * height;
    const above = said.y * height - this.box.offsetHeight;
    this.box.style.minWidth = `${said.width * width}px`;
    this.box.style.left = `${Math.max(0, Math.min(said.x * width, width - this.box.offsetWidth))}px`;
    this.box.style.top = `${below + this.box.offsetHeight > height && above > 0 ? above : below}px`;
    this.mark(this.options().find((row) => row.ariaSelected === "true") ?? this.options()[0]);
    this.box.focus();
  }

  rows(options) {
    let group = "";
    return options.flatMap((option, index) => {
      const row = document.createElement("div");
      row.setAttribute("role", "option");
      row.ariaSelected = String(option.selected);
      row.ariaDisabled = String(option.disabled);
      row.dataset.index = index;
      row.textContent = option.label || " ";
      if (option.group === group) return [row];
      group = option.group;
      const head = document.createElement("div");
      head.className = "group";
      head.textContent = group;
      return group ? [head, row] : [row];
    });
  }

  options() {
    return [...this.box.querySelectorAll("[role=option]:not([aria-disabled=true])")];
  }

  mark(row) {
    this.box.querySelector(".at")?.classList.remove("at");
    row?.classList.add("at");
    row?.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const rows = this.options();
    const at = rows.findIndex((row) => row.classList.contains("at"));
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (event.key === "Enter" || event.key === " ") this.pick(rows[at]);
    else if (event.key === "ArrowDown") this.mark(rows[Math.min(at + 1, rows.length - 1)]);
    else if (event.key === "ArrowUp") this.mark(rows[Math.max(at - 1, 0)]);
    else if (event.key.length === 1) this.mark(this.starting(rows, at, event.key) ?? rows[at]);
  }

  starting(rows, at, letter) {
    const starts = (row) => row.textContent.toLowerCase().startsWith(letter.toLowerCase());
    return rows.slice(at + 1).find(starts) ?? rows.find(starts);
  }

  pick(row) {
    if (!row || row.ariaDisabled === "true") return;
    this.choose(this.id, Number(row.dataset.index));
    this.close();
  }

  close() {
    if (this.box.hidden) return;
    this.box.hidden = true;
    this.screen.dispatchEvent(new CustomEvent("listclosed"));
  }
}
