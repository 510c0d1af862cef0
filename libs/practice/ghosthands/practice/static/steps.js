// A flow of steps in script, which take each other's place: each is checked by the server before the next one is shown.

import { Controlled } from "./controlled.js";
import { element } from "./elements.js";

export class Steps {
  constructor(flow, { widgets, paintError, paintUpload, show, complain, sent }) {
    const { path, query } = flow.dataset;
    Object.assign(this, { path, query, show, complain, sent });
    const options = { widgets, paintError, paintUpload, remounts: "remounts" in flow.dataset };
    this.steps = [...document.querySelectorAll("template[data-step]")].map((template) => {
      const root = element("div", {}, template.content.cloneNode(true));
      root.addEventListener("click", ({ target }) => {
        if (target.matches("[data-attach]")) target.parentElement.querySelector("input").click();
      });
      return { title: template.dataset.step, page: template.dataset.page, root, form: null, options };
    });
  }

  get total() {
    return this.steps.length;
  }

  go(current) {
    const step = this.steps[current];
    this.show(step, current);
    if (step && !step.form) step.form = new Controlled(step.root, step.options);
  }

  async save(current) {
    const { form } = this.steps[current];
    const answer = await this.post(`steps/${current + 1}`, form.body());
    answer.ok ? this.go(current + 1) : this.refuse(form, answer);
  }

  // Sends it all; what is wrong is told on the step that is shown.
  async submit(more = [], { form } = {}) {
    const data = new FormData();
    const answers = [...this.steps.flatMap((step) => [...step.form.body()]), ...more];
    answers.forEach(([name, value]) => data.append(name, value));
    const answer = await this.post("submit", data);
    answer.ok ? this.sent() : this.refuse(form, answer);
  }

  refuse(form, { trouble, errors = {} }) {
    form?.refuse(errors);
    this.complain(trouble, errors);
  }

  async post(address, body) {
    try {
      const response = await fetch(`${this.path}/${address}${this.query}`, { method: "POST", body });
      return { ok: response.ok, ...(await response.json()) };
    } catch {
      return { ok: false, trouble: "Something went wrong. Please try again." };
    }
  }
}
