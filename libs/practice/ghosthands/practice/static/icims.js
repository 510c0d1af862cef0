// iCIMS' dropdowns: a link that opens a search with a list under it, over the select that is sent.

import { element } from "./elements.js";

for (const root of document.querySelectorAll("[data-dropdown]")) {
  const [select, link, box] = ["select", "a", ".dropdown-container"].map((css) => root.querySelector(css));
  const [search, list] = [box.querySelector("input"), box.querySelector("ul")];

  const name = () => (link.textContent = select.selectedOptions[0].label);
  const open = (isOpen) => {
    box.hidden = !isOpen;
    link.setAttribute("aria-expanded", String(isOpen));
    search.value = "";
    if (isOpen) fill();
  };
  const choose = (value) => {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    name();
    open(false);
  };
  const fill = () => {
    const typed = search.value.trim().toLowerCase();
    const fitting = [...select.options].filter((option) => option.label.toLowerCase().includes(typed));
    list.replaceChildren(...fitting.map(optionOf));
  };
  const optionOf = (option) => {
    const item = element("li", { role: "option", class: "dropdown-result", title: option.label }, option.label);
    item.addEventListener("mousedown", (event) => event.preventDefault());
    item.addEventListener("click", () => choose(option.value));
    return item;
  };

  link.addEventListener("click", () => open(box.hidden));
  link.addEventListener("keydown", (event) => {
    if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    open(true);
    search.focus();
  });
  search.addEventListener("input", fill);
  search.addEventListener("keydown", (event) => event.key === "Escape" && open(false));
  document.addEventListener("mousedown", ({ target }) => root.contains(target) || open(false));
  name();
}
