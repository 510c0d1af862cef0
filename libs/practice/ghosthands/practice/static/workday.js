// Workday's flow: one page on which the steps take each other's place, each checked by the server before the next.

import { Controlled } from "./controlled.js";
import { element } from "./elements.js";
import { Listbox } from "./listbox.js";
import { MultiSelect } from "./multiselect.js";
import { SpinDate } from "./spindate.js";

const UPLOAD_MS = 250;

const flow = document.getElementById("flow");
const { path, query } = flow.dataset;
const remounts = "remounts" in flow.dataset;
const widgets = { listbox: Listbox, multiselect: MultiSelect, spindate: SpinDate };
const steps = [...document.querySelectorAll("template[data-step]")].map((template) => ({
  title: template.dataset.step,
  page: template.dataset.page,
  root: element("div", {}, template.content.cloneNode(true)),
}));
const titles = [...steps.map(({ title }) => title), "Review"];

const automated = (id) => flow.querySelector(`[data-automation-id=${id}]`);
const named = (id, attributes = {}) => ({ "data-automation-id": id, ...attributes });

function progressBar(current) {
  const item = (title, index) => {
    const isCurrent = index === current;
    const state = isCurrent ? "Active" : index < current ? "Completed" : "Inactive";
    const said = element("span", { class: "visually-hidden" }, isCurrent ? `current step ${index + 1} of ${titles.length}` : "");
    const attributes = named(`progressBar${state}Step`, isCurrent ? { "aria-current": "step" } : {});
    return element("li", attributes, said, element("span", {}, title));
  };
  return element("ol", named("progressBar", { class: "progressbar" }), ...titles.map(item));
}

function footer(current) {
  const isLast = current === steps.length;
  const next = element("button", named("pageFooterNextButton", { type: "button", class: "btn btn--primary" }));
  next.textContent = isLast ? "Submit" : "Save and Continue";
  next.addEventListener("click", () => (isLast ? submit() : save(current)));
  const back = element("button", named("pageFooterBackButton", { type: "button", class: "btn btn--pill" }), "Back");
  back.addEventListener("click", () => show(current - 1));
  return element("div", { class: "application--submit" }, ...(current ? [back] : []), next);
}

function show(current) {
  const step = steps[current];
  const content = step ? step.root : review();
  const page = element("div", named(step?.page ?? "applyFlowReviewPage"), content);
  flow.replaceChildren(element("h1", { class: "job__title" }, flow.dataset.title), progressBar(current), page, footer(current));
  if (step && !step.form) step.form = formOf(step.root);
  scrollTo(0, 0);
}

function formOf(root) {
  const form = new Controlled(root, { paintError, paintUpload, widgets, remounts });
  root.addEventListener("answered", ({ detail }) => {
    if (detail === "country--country") form.remount(["address--city", "address--countryRegion", "address--postalCode"]);
  });
  root.addEventListener("click", ({ target }) => {
    if (target.matches("[data-attach]")) target.parentElement.querySelector("input").click();
  });
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => drop(event, form));
  return form;
}

function drop(event, form) {
  const field = form.fields.find(({ node }) => node.contains(event.target.closest("[data-automation-id=file-upload-drop-zone]")));
  event.preventDefault();
  if (field && event.dataTransfer.files.length) form.answer(field.name, event.dataTransfer.files[0]);
}

function review() {
  const summary = steps.map(({ title }) => element("section", {}, element("h3", {}, title), element("p", {}, "Completed")));
  return element("div", {}, element("h2", {}, "Review"), ...summary);
}

function allAnswers() {
  const data = new FormData();
  steps.forEach(({ form }) => [...form.body()].forEach(([name, value]) => data.append(name, value)));
  return data;
}

async function post(address, body) {
  try {
    const response = await fetch(`${path}/${address}${query}`, { method: "POST", body });
    return { ok: response.ok, ...(await response.json()) };
  } catch {
    return { ok: false, trouble: "Something went wrong. Please try again." };
  }
}

async function save(current) {
  const { form } = steps[current];
  const answer = await post(`steps/${current + 1}`, form.body());
  if (answer.ok) return show(current + 1);
  form.refuse(answer.errors ?? {});
  banner(answer.trouble ?? "Errors Found", Object.keys(answer.errors ?? {}).length);
}

async function submit() {
  const answer = await post("submit", allAnswers());
  if (!answer.ok) return banner(answer.trouble ?? "Errors Found", 0);
  const close = element("button", { type: "button", class: "btn btn--pill" }, "Close");
  const tick = element("span", { class: "wd-icon-check-circle", "aria-hidden": "true" }, "✓");
  const told = element("p", {}, `Thank you for applying to ${flow.dataset.title}.`);
  const dialog = element("div", { role: "dialog", "aria-modal": "true", class: "dialog" }, tick, element("h2", {}, "Application Submitted"), told, close);
  flow.replaceChildren(dialog);
}

function banner(text, count) {
  automated("errorBanner")?.remove();
  const said = count ? `${text}: ${count} ${count === 1 ? "field needs" : "fields need"} your attention` : text;
  flow.querySelector(".progressbar").after(element("div", named("errorBanner", { role: "alert", class: "form-error" }), said));
}

function paintError({ node, name }, text) {
  const control = node.querySelector("[aria-invalid]");
  control.setAttribute("aria-invalid", String(Boolean(text)));
  text ? control.setAttribute("aria-describedby", `${name}-error`) : control.removeAttribute("aria-describedby");
  node.querySelector("[data-automation-id=errorMessage]")?.remove();
  if (text) node.append(element("div", named("errorMessage", { id: `${name}-error`, class: "error" }), `Error: ${text}`));
}

function paintUpload(node, control, file, forget) {
  const shown = node.querySelector("[data-automation-id=file-upload-item]");
  if (!file) {
    shown?.remove();
    control.value = "";
  } else if (shown?.dataset.name !== file.name) {
    shown?.remove();
    const item = element("div", named("file-upload-item", { class: "file-upload__filename", "data-name": file.name }));
    const remove = element("button", named("delete-file", { type: "button", "aria-label": `Delete ${file.name}` }), "×");
    remove.addEventListener("click", forget);
    item.append(element("span", named("file-upload-item-name"), file.name), remove);
    node.append(item);
    setTimeout(() => item.append(element("span", named("file-upload-successful"), "Successfully Uploaded!")), UPLOAD_MS);
  }
}

show(0);
