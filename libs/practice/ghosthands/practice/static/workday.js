// Workday's flow: one page on which the steps take each other's place, each checked by the server before the next.

import { element } from "./elements.js";
import { Listbox } from "./listbox.js";
import { MultiSelect } from "./multiselect.js";
import { SpinDate } from "./spindate.js";
import { Steps } from "./steps.js";

const UPLOAD_MS = 250;

const flow = document.getElementById("flow");
const widgets = { listbox: Listbox, multiselect: MultiSelect, spindate: SpinDate };

const automated = (id) => flow.querySelector(`[data-automation-id=${id}]`);
const named = (id, attributes = {}) => ({ "data-automation-id": id, ...attributes });

function progressBar(current) {
  const titles = [...steps.steps.map(({ title }) => title), "Review"];
  const item = (title, index) => {
    const isCurrent = index === current;
    const state = isCurrent ? "Active" : index < current ? "Completed" : "Inactive";
    const said = element(
      "span",
      { class: "visually-hidden" },
      isCurrent ? `current step ${index + 1} of ${titles.length}` : "",
    );
    const attributes = named(`progressBar${state}Step`, isCurrent ? { "aria-current": "step" } : {});
    return element("li", attributes, said, element("span", {}, title));
  };
  return element("ol", named("progressBar", { class: "progressbar" }), ...titles.map(item));
}

function footer(current) {
  const isLast = current === steps.total;
  const next = element("button", named("pageFooterNextButton", { type: "button", class: "btn btn--primary" }));
  next.textContent = isLast ? "Submit" : "Save and Continue";
  next.addEventListener("click", () => (isLast ? steps.submit() : steps.save(current)));
  const back = element("button", named("pageFooterBackButton", { type: "button", class: "btn btn--pill" }), "Back");
  back.addEventListener("click", () => steps.go(current - 1));
  return element("div", { class: "application--submit" }, ...(current ? [back] : []), next);
}

function show(step, current) {
  const page = element("div", named(step?.page ?? "applyFlowReviewPage"), step?.root ?? review());
  flow.replaceChildren(
    element("h1", { class: "job__title" }, flow.dataset.title),
    progressBar(current),
    page,
    footer(current),
  );
  scrollTo(0, 0);
}

function drop(event) {
  const { form } = steps.steps.find(({ root }) => root.isConnected);
  const field = form.fields.find(({ node }) =>
    node.contains(event.target.closest("[data-automation-id=file-upload-drop-zone]")),
  );
  event.preventDefault();
  if (field && event.dataTransfer.files.length) form.answer(field.name, event.dataTransfer.files[0]);
}

function review() {
  const summary = steps.steps.map(({ title }) =>
    element("section", {}, element("h3", {}, title), element("p", {}, "Completed")),
  );
  return element("div", {}, element("h2", {}, "Review"), ...summary);
}

function sent() {
  const close = element("button", { type: "button", class: "btn btn--pill" }, "Close");
  const tick = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  tick.setAttribute("class", "wd-icon-check-circle");
  const told = element("p", {}, `Thank you for applying to ${flow.dataset.title}.`);
  const dialog = element(
    "div",
    { role: "dialog", "aria-modal": "true", class: "dialog" },
    tick,
    element("h2", {}, "Application Submitted"),
    told,
    close,
  );
  flow.replaceChildren(dialog);
}

function complain(trouble, errors) {
  const count = Object.keys(errors).length;
  const said = trouble ?? `Errors Found: ${count} ${count === 1 ? "field needs" : "fields need"} your attention`;
  automated("errorBanner")?.remove();
  flow
    .querySelector(".progressbar")
    .after(element("div", named("errorBanner", { role: "alert", class: "form-error" }), said));
}

function paintError({ node, name }, text) {
  const control = node.querySelector("[aria-invalid]");
  control.setAttribute("aria-invalid", String(Boolean(text)));
  text ? control.setAttribute("aria-describedby", `${name}-error`) : control.removeAttribute("aria-describedby");
  node.querySelector("[data-automation-id=errorMessage]")?.remove();
  if (text)
    node.append(element("div", named("errorMessage", { id: `${name}-error`, class: "error" }), `Error: ${text}`));
}

function paintUpload(node, control, file, forget) {
  const shown = node.querySelector("[data-automation-id=file-upload-item]");
  if (!file) {
    shown?.remove();
    control.value = "";
  } else if (shown?.dataset.name !== file.name) {
    shown?.remove();
    const item = element("div", named("file-upload-item", { class: "file-upload__filename", "data-name": file.name }));
    const remove = element(
      "button",
      named("delete-file", { type: "button", "aria-label": `Delete ${file.name}` }),
      "×",
    );
    remove.addEventListener("click", forget);
    item.append(element("span", named("file-upload-item-name"), file.name), remove);
    node.append(item);
    setTimeout(
      () => item.append(element("span", named("file-upload-successful"), "Successfully Uploaded!")),
      UPLOAD_MS,
    );
  }
}

const steps = new Steps(flow, { widgets, paintError, paintUpload, show, complain, sent });
flow.addEventListener("dragover", (event) => event.preventDefault());
flow.addEventListener("drop", drop);
steps.steps[0].root.addEventListener("answered", ({ detail }) => {
  const remade = ["address--city", "address--countryRegion", "address--postalCode"];
  if (detail === "country--country") steps.steps[0].form.remount(remade);
});
steps.go(0);
