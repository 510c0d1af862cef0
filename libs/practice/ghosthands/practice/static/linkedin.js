// Easy Apply: the modal its button opens.

import { element } from "./elements.js";
import { Steps } from "./steps.js";

const flow = document.getElementById("flow");
const follow = { isOn: true };
let dialog;

function footer(current) {
  const isReview = current === steps.total;
  const isBefore = current === steps.total - 1;
  const [label, marker, text] = isReview
    ? ["Submit application", "data-live-test-easy-apply-submit-button", "Submit application"]
    : isBefore
      ? ["Review your application", "data-live-test-easy-apply-review-button", "Review"]
      : ["Continue to next step", "data-easy-apply-next-button", "Next"];
  const onward = element(
    "button",
    { type: "button", class: "btn btn--primary", "aria-label": label, [marker]: "" },
    text,
  );
  onward.addEventListener("click", () =>
    isReview ? steps.submit(follow.isOn ? [["follow_company", "1"]] : []) : steps.save(current),
  );
  const back = element(
    "button",
    { type: "button", class: "btn btn--pill", "aria-label": "Back to previous step" },
    "Back",
  );
  back.addEventListener("click", () => steps.go(current - 1));
  return element("footer", { class: "application--submit" }, ...(current ? [back] : []), onward);
}

function review() {
  const box = element("input", { type: "checkbox", id: "follow-company-checkbox" });
  box.checked = follow.isOn;
  box.addEventListener("click", () => (follow.isOn = box.checked));
  const label = element("label", { for: box.id }, `Follow ${flow.dataset.company} to stay up to date with their page.`);
  return element(
    "div",
    {},
    element("h3", {}, "Review your application"),
    element("div", { class: "checkbox__wrapper" }, box, label),
  );
}

function show(step, current) {
  const done = Math.round((current / (steps.total + 1)) * 100);
  const meter = element("progress", {
    max: 100,
    value: done,
    "aria-label": `Your job application progress is at ${done} percent.`,
  });
  dialog.replaceChildren(
    dismiss(),
    element("h2", {}, `Apply to ${flow.dataset.company}`),
    meter,
    step?.root ?? review(),
    footer(current),
  );
}

function dismiss() {
  const button = element("button", { type: "button", class: "dialog__close", "aria-label": "Dismiss" }, "×");
  button.addEventListener("click", () => flow.replaceChildren());
  return button;
}

function paintError({ node, name }, text) {
  node.querySelector("[data-test-form-element-error-message]")?.remove();
  if (!text) return;
  const message = element(
    "span",
    { class: "artdeco-inline-feedback__message" },
    text === "This field is required." ? "Please enter a valid answer" : text,
  );
  const attributes = {
    id: `${name}-error`,
    role: "alert",
    class: "artdeco-inline-feedback artdeco-inline-feedback--error error",
  };
  node.append(element("div", { ...attributes, "data-test-form-element-error-message": "" }, message));
}

function paintUpload(node, control, file) {
  const shown = node.querySelector(".jobs-document-upload-redesign-card__container");
  if (shown?.dataset.name === file.name) return;
  shown?.remove();
  if (!file) return (control.value = "");
  const card = {
    class:
      "jobs-document-upload-redesign-card__container jobs-document-upload-redesign-card__container--selected file-upload__filename",
  };
  node.append(element("div", { ...card, "data-name": file.name }, element("h3", {}, file.name)));
}

function complain(trouble) {
  if (trouble)
    dialog
      .querySelector("footer")
      .before(element("div", { role: "alert", class: "artdeco-toast-item--error form-error" }, trouble));
}

function sent() {
  const told = element("h2", { class: "jpac-modal-header" }, `Your application was sent to ${flow.dataset.company}!`);
  const done = element("button", { type: "button", class: "btn btn--primary" }, "Done");
  dialog.replaceChildren(dismiss(), element("h1", {}, "Application sent"), told, done);
}

const steps = new Steps(flow, { show, complain, sent, paintError, paintUpload });

document.getElementById("jobs-apply-button-id").addEventListener("click", (event) => {
  if (!event.isTrusted) return;
  const attributes = {
    role: "dialog",
    "aria-modal": "true",
    class: "dialog jobs-easy-apply-modal",
    "data-test-modal": "",
  };
  dialog = element("div", attributes);
  flow.replaceChildren(element("div", { class: "veil", "data-test-modal-container": "" }, dialog));
  steps.go(0);
});
