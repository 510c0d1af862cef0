// The widgets of shapes, in the markup of their platforms: each keeps its answer for the question it stands in.

import { element, given } from "./elements.js";

const SEARCH_MS = 200;

function keep(root, value) {
  const node = root.closest("[data-field]");
  node.answer = value;
  node.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: value }));
}

// A button that opens a menu at the end of the document; what its parts are called is data of the template.
function menu(root) {
  const toggle = root.querySelector("button");
  const shown = toggle.querySelector("[data-shown]") ?? toggle;
  const { list, item, listRole, itemRole } = root.dataset;
  let box = null;
  const close = () => {
    box?.remove();
    box = null;
    toggle.setAttribute("aria-expanded", "false");
  };
  const pick = ([value, label]) => {
    shown.textContent = label;
    close();
    keep(root, value);
  };
  toggle.addEventListener("click", (event) => {
    event.preventDefault();
    if (box) return close();
    const items = given(root).map((option) => {
      const node = element("div", { class: item, role: itemRole, tabindex: "-1" }, option[1]);
      node.addEventListener("click", () => pick(option));
      return node;
    });
    box = element("div", { class: list, role: listRole }, ...items);
    place(box, toggle);
    toggle.setAttribute("aria-expanded", "true");
  });
  toggle.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  document.addEventListener("mousedown", ({ target }) => box && !box.contains(target) && !root.contains(target) && close());
}

function place(box, owner) {
  const { left, bottom, width } = owner.getBoundingClientRect();
  box.style.cssText = `position:absolute;z-index:9;background:#fff;left:${left + scrollX}px;top:${bottom + scrollY}px;`;
  box.style.cssText += `width:${Math.max(width, 200)}px;max-height:260px;overflow:auto;border:1px solid #999`;
  document.body.append(box);
}

// An input that searches a grid of one column below it; what was typed and not picked is cleared with the focus.
function grid(root) {
  const input = root.querySelector("input");
  const options = given(root);
  const id = `${input.id}-listbox`;
  let box = null;
  let picked = "";
  const close = () => {
    box?.remove();
    box = null;
    input.setAttribute("aria-expanded", "false");
  };
  const open = () => {
    close();
    const typed = input.value === picked ? "" : input.value.trim().toLowerCase();
    const fitting = options.filter(([, label]) => label.toLowerCase().includes(typed));
    const rows = fitting.map(([value, label]) => {
      const content = element("div", { class: "cx-select__list-item--content" }, label);
      const cell = element("div", { role: "gridcell", class: "cx-select__list-item" }, content);
      cell.addEventListener("mousedown", (event) => event.preventDefault());
      cell.addEventListener("click", () => {
        input.value = picked = label;
        close();
        keep(root, value);
      });
      return element("div", { role: "row" }, cell);
    });
    box = element("div", { role: "grid", id, class: "cx-select__list" }, ...rows);
    place(box, input);
    input.setAttribute("aria-expanded", "true");
  };
  input.setAttribute("aria-controls", id);
  input.addEventListener("input", open);
  input.addEventListener("click", open);
  input.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  input.addEventListener("blur", () => {
    close();
    input.value = picked;
  });
}

// Buttons that stay pressed; pressed again, one is let go.
function pills(root) {
  const buttons = [...root.querySelectorAll("button")];
  const paint = (value) =>
    buttons.forEach((each) => {
      each.setAttribute("aria-pressed", String(each.dataset.value === value));
      each.classList.toggle("cx-select-pill-section--selected", each.dataset.value === value);
    });
  buttons.forEach((button) =>
    button.addEventListener("click", (event) => {
      event.preventDefault();
      const value = button.getAttribute("aria-pressed") === "true" ? "" : button.dataset.value;
      paint(value);
      keep(root, value);
    }),
  );
}

// Select2 3: the select is hidden, an anchor stands in for it, and the list opens in one drop at the end of the body.
function select2(root) {
  const select = root.querySelector("select");
  const chosen = root.querySelector(".select2-chosen");
  let drop = null;
  const close = () => {
    drop?.remove();
    drop = null;
  };
  const open = () => {
    const results = [...select.options].slice(1).map(({ value, label }) => {
      const result = element("li", { class: "select2-results-dept-0 select2-result select2-result-selectable", role: "presentation" },
        element("div", { class: "select2-result-label", role: "option" }, label));
      result.addEventListener("mouseup", () => {
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
        close();
      });
      return result;
    });
    drop = element("div", { id: "select2-drop", class: "select2-drop" }, element("ul", { class: "select2-results", role: "listbox" }, ...results));
    place(drop, root.querySelector(".select2-choice"));
  };
  root.querySelector(".select2-choice").addEventListener("mousedown", (event) => {
    event.preventDefault();
    drop ? close() : open();
  });
  select.addEventListener("change", () => (chosen.textContent = select.selectedOptions[0].label));
}

// A search for places: what was typed counts only once one of those that were found was picked.
function suggest(root, { path, query }) {
  const input = root.querySelector("input[type=text]");
  let timer = 0;
  let box = null;
  const close = () => {
    box?.remove();
    box = null;
  };
  const ask = async () => {
    const typed = input.value.trim();
    const response = await fetch(`${path}/places${query || "?"}&text=${encodeURIComponent(typed)}`);
    const found = await response.json();
    if (typed !== input.value.trim()) return;
    close();
    const items = found.map((label) => {
      const item = element("div", { class: root.dataset.item, role: "option" }, label);
      item.addEventListener("mousedown", (event) => event.preventDefault());
      item.addEventListener("click", () => {
        input.value = label;
        close();
        keep(root, label);
      });
      return item;
    });
    box = element("div", { class: root.dataset.list, role: "listbox" }, ...items);
    place(box, input);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    keep(root, "");
    timer = setTimeout(ask, SEARCH_MS);
  });
  input.addEventListener("blur", () => setTimeout(close, SEARCH_MS));
}

// The file is taken: its name is shown, and the input emptied or taken away.
function upload(root) {
  const input = root.querySelector("input[type=file]") ?? document.getElementById(root.dataset.input);
  root.querySelector("[data-choose]")?.addEventListener("click", (event) => {
    event.preventDefault();
    input.click();
  });
  input.addEventListener("change", () => {
    const [file] = input.files;
    if (!file) return;
    root.querySelector("[data-taken]").innerHTML = root.querySelector("template").innerHTML;
    root.querySelector("[data-taken] [data-name]").textContent = file.name;
    if ("keeps" in root.dataset) return;
    keep(root, file);
    input.value = "";
  });
}

// A component keeps what it is told by its own event, and paints it.
function component(root) {
  const control = root.firstElementChild;
  root.addEventListener("pick", ({ detail }) => {
    root.closest("[data-field]").answer = detail;
    control.show?.(detail);
  });
}

const WIDGETS = { menu, grid, pills, select2, suggest, upload, component };

export function enhance(root, site) {
  root.querySelectorAll("[data-widget]").forEach((each) => WIDGETS[each.dataset.widget]?.(each, site));
}
