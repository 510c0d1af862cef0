// Greenhouse's form: a controlled one, sent by script; errors stand under their fields, uploads show their file's name.

import { Combobox } from "./combobox.js";
import { Controlled } from "./controlled.js";

const EAGER_MS = 100;
const TOAST_MS = 3000;
const THANKS = "Thank you for your application. We have received it.";

const form = document.getElementById("application-form");
const post = () => fetch(form.dataset.submitPath, { method: "POST", body: answers.body() });

function paintUpload(node, control, file, forget) {
  const done = node.querySelector(".file-upload__filename");
  node.querySelector(".button-container").hidden = Boolean(file);
  if (!file) {
    control.value = "";
    done?.remove();
  } else if (done?.firstChild.textContent !== file.name) {
    done?.remove();
    node.querySelector(".file-upload__wrapper").prepend(doneMarker(file, forget));
  }
}

function doneMarker(file, forget) {
  const done = Object.assign(document.createElement("div"), { className: "file-upload__filename" });
  const remove = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  remove.setAttribute("aria-label", "Remove file");
  remove.addEventListener("click", forget);
  done.append(Object.assign(document.createElement("p"), { textContent: file.name }), remove);
  return done;
}

function paintError({ node, name, controls }, text) {
  const described = node.querySelector("fieldset, [role=combobox]") ?? controls[0];
  described.setAttribute("aria-invalid", String(Boolean(text)));
  text ? described.setAttribute("aria-describedby", `${name}-error`) : described.removeAttribute("aria-describedby");
  node.querySelector(".select__label")?.classList.toggle("select__label--error", Boolean(text));
  node.querySelector(".upload-label")?.classList.toggle("upload-label--error", Boolean(text));
  paintNote(node, `${name}-error`, text);
}

function paintNote(node, id, text) {
  const shown = node.querySelector(".helper-text--error");
  if (!text) {
    shown?.remove();
  } else if (shown) {
    shown.textContent = text;
  } else {
    const note = Object.assign(document.createElement("p"), { id, textContent: text });
    note.className = "helper-text helper-text--error";
    note.setAttribute("aria-live", "polite");
    node.append(note);
  }
}

function say(progress, problem = "") {
  form.querySelector(".progress").textContent = progress;
  const banner = form.querySelector(".form-error");
  banner.textContent = problem;
  banner.hidden = !problem;
}

async function submit(event) {
  event.preventDefault();
  if ("dialogs" in form.dataset && !confirm("Send your application now?")) return;
  say("Submitting…");
  try {
    const response = await post();
    const answered = await response.json();
    if (answered.thanks) thank(answered);
    else if (response.ok && "dialogs" in form.dataset) thankInDialog();
    else if (response.ok && "toast" in form.dataset) thankInToast();
    else if (response.ok && "modal" in form.dataset) thankInModal();
    else response.ok ? location.assign(answered.confirmationPath) : refuse(answered.errors);
  } catch {
    say("", "Something went wrong. Please try again.");
  }
}

// What some pages do without anybody's press: they send what is there as soon as nothing required is left out.
async function sendUnasked() {
  let isPressed = false;
  form.addEventListener("submit", () => { isPressed = true; });
  while (!isPressed) {
    await new Promise((done) => { setTimeout(done, EAGER_MS); });
    if (isPressed || !isComplete()) continue;
    const response = await post().catch(() => null);
    if (response?.ok) return location.assign((await response.json()).confirmationPath);
  }
}

function isComplete() {
  const isLeftOut = ({ node, name }) => node.querySelector("[aria-required=true]") && !answers.state.get(name);
  return !answers.fields.some((field) => form.contains(field.node) && isLeftOut(field));
}

// What other forms do: an alert is all that tells of it.
function thankInDialog() {
  answers.clear();
  say("");
  alert(THANKS);
}

// A note at the window's edge, which is gone again before anybody has read it twice.
function thankInToast() {
  answers.clear();
  say("");
  const toast = Object.assign(document.createElement("div"), { className: "popup popup--corner", textContent: THANKS });
  toast.setAttribute("role", "status");
  document.body.append(toast);
  setTimeout(() => toast.remove(), TOAST_MS);
}

function thankInModal() {
  answers.clear();
  say("");
  const dialog = Object.assign(document.createElement("dialog"), { innerHTML: "<p></p><form method=dialog><button>OK</button></form>" });
  dialog.querySelector("p").textContent = THANKS;
  document.body.append(dialog);
  dialog.showModal();
}

// What some forms do once they are sent: nothing is left in them, and all of it is missing.
function thank({ thanks, errors }) {
  answers.clear();
  refuse(errors);
  say(thanks);
}

function refuse(found) {
  say("", found[""] ?? "Please correct the fields marked above.");
  answers.refuse(found);
  form.querySelector("[aria-invalid=true]:not(fieldset), [aria-invalid=true] input")?.focus();
}

const remounts = "remounts" in form.dataset;
const answers = new Controlled(form, { paintError, paintUpload, widgets: { combobox: Combobox }, remounts });
form.addEventListener("answered", () => answers.errors.size === 0 && say(""));
form.addEventListener("submit", submit);
if ("eager" in form.dataset) sendUnasked();
form.addEventListener("click", ({ target }) => {
  if (target.matches("[data-attach]")) target.parentElement.querySelector("input").click();
});
