// Ashby's form: kept by script, sent as one mutation, and told by the page alone what became of it.

import { Controlled } from "./controlled.js";
import { DateField } from "./datefield.js";
import { element } from "./elements.js";
import { Typeahead } from "./typeahead.js";
import { YesNo } from "./yesno.js";

const form = document.getElementById("form");
const { path, query } = form.dataset;
const widgets = { typeahead: Typeahead, yesno: YesNo, datefield: DateField };
const SUBMIT = ".ashby-application-form-submit-button";

function paintError({ node }, text) {
  const control = node.querySelector("[aria-invalid]");
  control?.setAttribute("aria-invalid", String(Boolean(text)));
  node.classList.toggle("_error_101oc_99", Boolean(text));
}

function paintUpload(node, control, file, forget) {
  const shown = node.querySelector(".ashby-application-form-input-file-item");
  if (shown?.dataset.name === (file.name ?? undefined)) return;
  shown?.remove();
  if (!file) return (control.value = "");
  const item = element("div", {
    class: "ashby-application-form-input-file-item file-upload__filename",
    "data-name": file.name,
  });
  const remove = element(
    "button",
    { type: "button", class: "ashby-application-form-input-file-item-delete", "aria-label": "Remove" },
    "×",
  );
  remove.addEventListener("click", forget);
  item.append(element("span", {}, file.name), remove);
  node.append(item);
}

function complain(found) {
  const items = Object.values(found).map((text) => element("li", {}, text));
  const heading = element("p", {}, "Your form needs corrections");
  const box = element(
    "div",
    { role: "alert", class: "form-error ashby-application-form-error" },
    heading,
    element("ul", {}, ...items),
  );
  form.querySelector("[data-errors]").replaceChildren(box);
}

const ENDS = {
  success: [
    "ashby-application-form-success-container",
    "Your application was successfully submitted. We'll contact you if there are next steps.",
  ],
  blocked: [
    "ashby-application-form-blocked-application-container",
    "We couldn't submit your application. Your application submission was flagged as possible spam.",
  ],
};

function end(outcome) {
  const [name, text] = ENDS[outcome];
  form.replaceChildren(element("div", { class: `${name} confirmation` }, element("h2", {}, text)));
}

async function submit({ target }) {
  target.disabled = true;
  try {
    const operation = `${query || "?"}&op=ApiSubmitSingleApplicationFormAction`;
    const response = await fetch(`${path}/non-user-graphql${operation}`, { method: "POST", body: answers.body() });
    const { outcome, errors } = (await response.json()).data.submitSingleApplicationFormAction;
    if (outcome !== "errors") return end(outcome);
    answers.refuse(errors);
    complain(errors);
  } catch {
    complain({ "": "Something went wrong. Please try again." });
  }
  target.disabled = false;
}

// The reader of resumes: it understands a name, and that badly.
document
  .getElementById("autofill")
  .addEventListener("change", () => answers.answer("_systemfield_name", "CURRICULUM VITAE"));

const answers = new Controlled(form, { paintError, paintUpload, widgets, remounts: "remounts" in form.dataset });
form.querySelector(SUBMIT).addEventListener("click", submit);
form.addEventListener("click", ({ target }) => {
  if (target.matches("[data-attach]")) target.parentElement.querySelector("input").click();
});
form.addEventListener("dragover", (event) => event.preventDefault());
form.addEventListener("drop", (event) => {
  event.preventDefault();
  const field = answers.fields.find(
    ({ node }) => node.contains(event.target) && node.querySelector("input[type=file]"),
  );
  if (field && event.dataTransfer.files.length) answers.answer(field.name, event.dataTransfer.files[0]);
});
