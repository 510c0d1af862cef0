// SmartRecruiters' application: a component that shows a form component, then another, then the success.

import { element } from "./elements.js";
import "./spl.js";
import { Steps } from "./steps.js";

// What a form knows of a component: how it is painted.
class Painted {
  constructor(component) {
    this.component = component;
  }

  show(value) {
    if (this.component.isConnected) this.component.show(value);
  }

  close() {
    this.component.close?.();
  }
}

const app = document.querySelector("oc-app");
const root = app.attachShadow({ mode: "open" });

function show(step, current) {
  const isLast = current === steps.total - 1;
  const next = element(
    "button",
    { type: "button", "data-test": isLast ? "footer-submit" : "footer-next" },
    isLast ? "Submit" : "Next",
  );
  next.addEventListener("click", () => (isLast ? steps.submit([], step) : steps.save(current)));
  const page = element(step.page);
  page.attachShadow({ mode: "open" }).append(step.root, element("div", { class: "complaint" }), next);
  root.replaceChildren(page);
}

function complain(trouble) {
  const place = root.firstElementChild.shadowRoot.querySelector(".complaint");
  place.replaceChildren(
    element("div", { role: "alert", class: "error" }, trouble ?? "Please correct the highlighted fields."),
  );
}

function sent() {
  const page = element("oc-success-page-content");
  const heading = element(
    "h2",
    { "data-test": "success-page-confirmation" },
    "Your application was successfully submitted",
  );
  page
    .attachShadow({ mode: "open" })
    .append(heading, element("p", {}, `Thank you for applying to ${app.dataset.company}.`));
  root.replaceChildren(page);
}

const paintError = ({ node }, text) => node.querySelector("[data-widget]").complain(text);
const widgets = { input: Painted, radios: Painted };
const steps = new Steps(app, { widgets, paintError, show, complain, sent });
steps.go(0);
