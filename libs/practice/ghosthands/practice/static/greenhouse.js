// A controlled form, kept the way React keeps one: `state` is the truth and the DOM is its picture.
//
// An answer gets into the state only through an event that really changed the control, told from its value tracker:
// assigning `node.value` moves the tracker too, so the `input` event after it says nothing new. Every repaint, at each
// change and each blur, puts the state back into the DOM. Tick boxes and radios are heard by their click, as in React.

const form = document.getElementById("application-form");
const state = new Map();
const errors = new Map();
const trackers = new WeakMap();

const wrappers = [...form.querySelectorAll("[data-field]")].map((node) => ({
  node,
  name: node.dataset.field,
  controls: [...node.querySelectorAll("input:not([role=combobox]), select, textarea")],
  anchor: document.createComment(node.dataset.field),
}));

const isTickable = (node) => node.type === "checkbox" || node.type === "radio";

function track(node) {
  const property = isTickable(node) ? "checked" : "value";
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), property);
  let seen = native.get.call(node);
  Object.defineProperty(node, property, {
    configurable: true,
    get: () => native.get.call(node),
    set(value) {
      native.set.call(node, value);
      seen = native.get.call(node);
    },
  });
  trackers.set(node, () => {
    const now = native.get.call(node);
    const changed = now !== seen;
    seen = now;
    return changed;
  });
}

const heardBy = (node) => {
  if (isTickable(node)) return ["click"];
  return node.tagName === "SELECT" || node.type === "file" ? ["change"] : ["input", "change"];
};

function answer(node) {
  if (node.type === "checkbox") return node.checked ? node.value : "";
  return node.type === "file" ? node.files[0] : node.value;
}

function hear(event) {
  const wrapper = wrappers.find((each) => each.controls.includes(event.target));
  if (!wrapper || !heardBy(event.target).includes(event.type)) return;
  const changed = trackers.get(event.target);
  if (changed && !changed()) return;
  state.set(wrapper.name, answer(event.target));
  errors.delete(wrapper.name);
  if (errors.size === 0) say("");
  paint();
}

// A combobox keeps its own picture and says what was picked.
function hearPick(event) {
  const { name } = wrappers.find(({ node }) => node.contains(event.target));
  state.set(name, event.detail);
  errors.delete(name);
  paint();
}

function paint() {
  wrappers.forEach(mount);
  wrappers.forEach((wrapper) => {
    wrapper.controls.forEach((control) => paintControl(wrapper, control));
    paintError(wrapper);
  });
}

// A question that is not asked is not in the document, and its answer is forgotten.
function mount({ node, name, anchor }) {
  const { shownWhen, shownFor } = node.dataset;
  if (!shownWhen) return;
  const shown = shownFor.split(" ").includes(state.get(shownWhen) ?? "");
  if (shown === node.isConnected) return;
  if (!shown) state.delete(name);
  shown ? anchor.replaceWith(node) : node.replaceWith(anchor);
}

function paintControl({ node, name }, control) {
  const value = state.get(name) ?? "";
  if (control.type === "file") return paintUpload(node, control, value);
  if (isTickable(control)) {
    // Even when it is right already: its tracker does not know that another radio of the group was chosen.
    control.checked = value === control.value;
  } else if (control.value !== value) {
    control.value = value;
  }
}

function paintUpload(node, control, file) {
  const done = node.querySelector(".file-upload__filename");
  node.querySelector(".button-container").hidden = Boolean(file);
  if (!file) {
    control.value = "";
    done?.remove();
  } else if (done?.firstChild.textContent !== file.name) {
    done?.remove();
    node.querySelector(".file-upload__wrapper").prepend(doneMarker(control, file));
  }
}

function doneMarker(control, file) {
  const done = Object.assign(document.createElement("div"), { className: "file-upload__filename" });
  const remove = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  remove.setAttribute("aria-label", "Remove file");
  remove.addEventListener("click", () => {
    state.delete(control.id);
    paint();
  });
  done.append(Object.assign(document.createElement("p"), { textContent: file.name }), remove);
  return done;
}

function paintError({ node, name, controls }) {
  const text = errors.get(name) ?? "";
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

function body() {
  const data = new FormData();
  wrappers.filter(({ node }) => node.isConnected).forEach(({ name }) => {
    if (state.get(name)) data.append(name, state.get(name));
  });
  return data;
}

function say(progress, problem = "") {
  form.querySelector(".progress").textContent = progress;
  const banner = form.querySelector(".form-error");
  banner.textContent = problem;
  banner.hidden = !problem;
}

async function submit(event) {
  event.preventDefault();
  say("Submitting…");
  try {
    const response = await fetch(form.dataset.submitPath, { method: "POST", body: body() });
    const answered = await response.json();
    response.ok ? location.assign(answered.confirmationPath) : refuse(answered.errors);
  } catch {
    say("", "Something went wrong. Please try again.");
  }
}

function refuse(found) {
  errors.clear();
  Object.entries(found).forEach(([name, text]) => errors.set(name, text));
  say("", found[""] ?? "Please correct the fields marked above.");
  paint();
  form.querySelector("[aria-invalid=true]:not(fieldset), [aria-invalid=true] input")?.focus();
}

wrappers.forEach(({ controls }) => controls.filter((node) => node.type !== "file" && node.tagName !== "SELECT").forEach(track));
["input", "change", "click"].forEach((type) => form.addEventListener(type, hear));
form.addEventListener("pick", hearPick);
form.addEventListener("focusout", paint);
form.addEventListener("submit", submit);
form.querySelectorAll("[data-attach]").forEach((button) => {
  button.addEventListener("click", () => button.parentElement.querySelector("input").click());
});
paint();
