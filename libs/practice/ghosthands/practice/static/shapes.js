// A shape's pages in script: one after the other, each checked by the server, and all of it sent once.
//
// What is answered is what a widget keeps for its question (`answer`), else what its named controls hold.

import { element } from "./elements.js";
import { enhance } from "./shape_widgets.js";

const { path, query, thanks } = document.querySelector("script[data-path]").dataset;
const flow = document.getElementById("flow");
const steps = [...document.querySelectorAll("template[data-step]")].map((template) =>
  element("div", {}, template.content.cloneNode(true)),
);
let current = 0;

const fieldsIn = (root) => [...root.querySelectorAll("[data-field]")];

function answersIn(root) {
  const data = new FormData();
  for (const node of fieldsIn(root)) {
    const { field } = node.dataset;
    if (node.answer !== undefined) [node.answer].flat().forEach((one) => one !== "" && data.append(field, one));
    else for (const control of node.querySelectorAll("[name]")) appendHeld(data, field, control);
  }
  for (const trap of root.querySelectorAll("[tabindex='-1'][autocomplete=off][name]")) {
    if (!trap.closest("[data-field]") && trap.value) data.append(trap.name, trap.value);
  }
  return data;
}

function appendHeld(data, field, control) {
  if (control.type === "file") [...control.files].forEach((file) => data.append(field, file));
  else if (!["radio", "checkbox"].includes(control.type) || control.checked) data.append(field, control.value);
}

async function post(address, body) {
  const response = await fetch(`${path}/${address}${query}`, { method: "POST", body });
  return { ok: response.ok, ...(await response.json()) };
}

// One page on, or all of it sent.
async function goOn() {
  const root = steps[current];
  root.querySelectorAll(".shape-error,.form-error").forEach((each) => each.remove());
  const isLast = current === steps.length - 1;
  const answer = isLast ? await post("submit", whole()) : await post(`steps/${current + 1}`, answersIn(root));
  if (!answer.ok) return refuse(root, answer.errors);
  if (!isLast) return show(current + 1);
  if (thanks) return location.assign(`${path}/${thanks}${query}`);
  flow.replaceChildren(document.getElementById("thanks").content.cloneNode(true));
  scrollTo(0, 0);
}

function whole() {
  const data = new FormData();
  for (const root of steps) for (const [name, value] of answersIn(root)) data.append(name, value);
  return data;
}

function refuse(root, errors) {
  root.prepend(element("div", { class: "form-error", role: "alert" }, errors[""] ?? "Please check your answers."));
  for (const node of fieldsIn(root)) {
    const said = errors[node.dataset.field];
    node.querySelectorAll("input,select,textarea").forEach((each) => each.setAttribute("aria-invalid", String(Boolean(said))));
    if (said) node.append(element("p", { class: "error shape-error", role: "alert" }, said));
  }
}

function show(step) {
  current = step;
  flow.replaceChildren(steps[step]);
  scrollTo(0, 0);
}

const isComplete = (root) =>
  [...root.querySelectorAll("[required]")].every((each) => {
    const held = answersIn(root).getAll(each.closest("[data-field]").dataset.field);
    return held.some((one) => (typeof one === "string" ? one : one.name) !== "");
  });

function wire(root) {
  enhance(root, { path, query });
  const waiting = root.querySelector("[data-waits]");
  const wake = () => waiting && (waiting.disabled = !isComplete(root));
  ["input", "change", "pick"].forEach((type) => root.addEventListener(type, () => setTimeout(wake, 0)));
  wake();
  root.addEventListener("submit", (event) => event.preventDefault());
  root.addEventListener("click", (event) => {
    if (!event.target.closest("[data-way=on]")) return;
    event.preventDefault();
    goOn();
  });
}

if (flow) {
  steps.forEach(wire);
  show(0);
} else {
  const form = document.querySelector("form.steps, form[data-native]");
  enhance(form, { path, query });
  form.querySelector("a[data-way=on]")?.addEventListener("click", (event) => {
    event.preventDefault();
    form.submit();
  });
}
