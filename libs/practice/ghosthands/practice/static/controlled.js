// A controlled form, kept the way React keeps one: `state` is the truth and the DOM is its picture.
//
// An answer gets into the state only through an event that really changed the control, told from its value tracker:
// assigning `node.value` moves the tracker too, so the `input` event after it says nothing new. Every repaint, at each
// change and each blur, puts the state back into the DOM. Tick boxes and radios are heard by their click, as in React.
//
// A question is an element with `data-field`; `data-shown-when` and `data-shown-for` say when it is asked. What is
// drawn by script in it has `data-widget`, is made by the class of that name, says what was picked by a `pick` event
// and paints what `show` tells it. With `remounts` the whole form is made anew after each answer.

const REMOUNT_DELAY_MS = 30;

const isTickable = (node) => node.type === "checkbox" || node.type === "radio";

const heardBy = (node) => {
  if (isTickable(node)) return ["click"];
  return node.tagName === "SELECT" || node.type === "file" ? ["change"] : ["input", "change"];
};

export class Controlled {
  constructor(root, { paintError, paintUpload, widgets = {}, remounts = false }) {
    Object.assign(this, { root, paintError, paintUpload, widgets, remounts });
    this.state = new Map();
    this.errors = new Map();
    this.trackers = new WeakMap();
    this.fields = [...root.querySelectorAll("[data-field]")].map((node) => this.questionOf(node));
    ["input", "change", "click"].forEach((type) => root.addEventListener(type, (event) => this.hear(event)));
    root.addEventListener("pick", (event) => this.hearPick(event));
    root.addEventListener("focusout", () => this.paint());
    this.paint();
  }

  questionOf(node) {
    const name = node.dataset.field;
    const field = { name, anchor: document.createComment(name), pristine: node.cloneNode(true) };
    return this.wire(field, node);
  }

  wire(field, node) {
    field.node = node;
    const own = (each) => !each.closest("[data-widget]");
    field.controls = [...node.querySelectorAll("input, select, textarea")].filter(own);
    field.controls
      .filter((each) => each.type !== "file" && each.tagName !== "SELECT")
      .forEach((each) => this.track(each));
    const element = node.querySelector("[data-widget]");
    field.widget = element && new this.widgets[element.dataset.widget](element);
    return field;
  }

  track(node) {
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
    this.trackers.set(node, () => {
      const now = native.get.call(node);
      const changed = now !== seen;
      seen = now;
      return changed;
    });
  }

  hear(event) {
    const field = this.fields.find(({ controls }) => controls.includes(event.target));
    if (!field || !heardBy(event.target).includes(event.type)) return;
    const changed = this.trackers.get(event.target);
    const isNews = !changed || changed();
    if (isNews) this.answer(field.name, answerIn(field, event.target));
    if (this.remounts && (isNews || event.type === "change")) this.remountSoon();
  }

  hearPick(event) {
    const { name } = this.fields.find(({ node }) => node.contains(event.target));
    this.answer(name, event.detail);
    if (this.remounts) this.remountSoon();
  }

  answer(name, value) {
    this.state.set(name, value);
    this.errors.delete(name);
    this.root.dispatchEvent(new CustomEvent("answered", { detail: name }));
    this.paint();
  }

  remountSoon() {
    clearTimeout(this.remounting);
    this.remounting = setTimeout(() => this.remount(), REMOUNT_DELAY_MS);
  }

  // Makes those questions anew, all of them unless some are named.
  remount(names = this.fields.map(({ name }) => name)) {
    for (const field of this.fields.filter(({ node, name }) => this.root.contains(node) && names.includes(name))) {
      const fresh = field.pristine.cloneNode(true);
      field.widget?.close?.();
      field.node.replaceWith(fresh);
      this.wire(field, fresh);
    }
    this.paint();
  }

  paint() {
    this.fields.forEach((field) => this.mount(field));
    this.fields.forEach((field) => {
      field.controls.forEach((control) => this.paintControl(field, control));
      field.widget?.show(this.state.get(field.name));
      this.paintError(field, this.errors.get(field.name) ?? "");
    });
  }

  // A question that is not asked is not in the document, and its answer is forgotten.
  mount({ node, name, anchor }) {
    const { shownWhen, shownFor } = node.dataset;
    if (!shownWhen) return;
    const shown = shownFor.split(" ").includes(this.state.get(shownWhen) ?? "");
    if (shown === this.root.contains(node)) return;
    if (!shown) this.state.delete(name);
    shown ? anchor.replaceWith(node) : node.replaceWith(anchor);
  }

  paintControl({ node, name }, control) {
    const value = this.state.get(name) ?? "";
    if (control.type === "file") return this.paintUpload(node, control, value, () => this.forget(name));
    if (isTickable(control)) {
      // Even when it is right already: its tracker does not know that another radio of the group was chosen.
      control.checked = Array.isArray(value) ? value.includes(control.value) : value === control.value;
    } else if (control.value !== value) {
      control.value = value;
    }
  }

  forget(name) {
    this.state.delete(name);
    this.paint();
  }

  // The answers that are asked for, as a form would send them.
  body() {
    const data = new FormData();
    this.fields
      .filter(({ node }) => this.root.contains(node))
      .forEach(({ name }) => {
        const value = this.state.get(name);
        (Array.isArray(value) ? value : [value]).filter(Boolean).forEach((each) => data.append(name, each));
      });
    return data;
  }

  clear() {
    this.state.clear();
    this.paint();
  }

  refuse(found) {
    this.errors.clear();
    Object.entries(found).forEach(([name, text]) => this.errors.set(name, text));
    this.paint();
  }
}

function answerIn({ controls }, node) {
  if (node.type === "file") return node.files[0];
  if (node.type !== "checkbox") return node.value;
  const boxes = controls.filter((each) => each.type === "checkbox");
  if (boxes.length > 1) return boxes.filter((each) => each.checked).map((each) => each.value);
  return node.checked ? node.value : "";
}
