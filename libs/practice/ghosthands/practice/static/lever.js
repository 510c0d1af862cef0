// Lever's form: the location search, the reading of the resume, and the captcha between the button and the sending.

import { element } from "./elements.js";

const SEARCH_MS = 250;
const CAPTCHA_MS = 150;

const form = document.getElementById("application-form");
const { path, query } = form.dataset;
const address = (what, parameters = "") => `${path}/${what}${query || "?"}${parameters}`;

const place = document.getElementById("location-input");
const chosen = document.getElementById("selected-location");
const dropdown = form.querySelector(".dropdown-container");
const results = form.querySelector(".dropdown-results");
let searching;

place.addEventListener("keydown", () => {
  chosen.value = "";
  clearTimeout(searching);
  searching = setTimeout(search, SEARCH_MS);
});
place.addEventListener("blur", () => setTimeout(() => (dropdown.hidden = true), SEARCH_MS));

async function search() {
  dropdown.hidden = false;
  results.replaceChildren(element("div", { class: "dropdown-loading-results" }, "Loading"));
  const found = await fetch(address("places", `&text=${encodeURIComponent(place.value)}`)).then(
    (response) => response.json(),
    () => [],
  );
  const none = element("div", { class: "dropdown-no-results" }, "No location found. Try entering a different location");
  results.replaceChildren(...(found.length ? found.map(({ name }) => optionOf(name)) : [none]));
}

function optionOf(name) {
  const option = element("div", { class: "dropdown-location" }, name);
  option.addEventListener("mousedown", (event) => event.preventDefault());
  option.addEventListener("click", () => {
    place.value = chosen.value = name;
    dropdown.hidden = true;
  });
  return option;
}

const resume = document.getElementById("resume-upload-input");
const note = (name) => form.querySelector(`.resume-upload-${name}`);

resume.addEventListener("change", async () => {
  form.querySelector(".filename").textContent = resume.files[0]?.name ?? "";
  note("success").hidden = true;
  note("working").hidden = !resume.files.length;
  if (!resume.files.length) return;
  const body = new FormData();
  body.append("resume", resume.files[0]);
  const read = await fetch(address("resume"), { method: "POST", body }).then(
    (response) => response.json(),
    () => ({ resumeStorageId: "unread" }),
  );
  document.getElementById("resume-storage-id").value = read.resumeStorageId;
  const company = form.elements.org;
  if (!company.value) company.value = read.org ?? "";
  note("working").hidden = true;
  note("success").hidden = false;
});

// Needs no answer of a person unless it finds one suspicious.
document.getElementById("btn-submit").addEventListener("click", () => {
  if ("suspicious" in form.dataset) return challenge();
  document.getElementById("hcaptchaResponseInput").value = "passed";
  setTimeout(() => document.getElementById("hcaptchaSubmitBtn").click(), CAPTCHA_MS);
});

function challenge() {
  const frame = { title: "hCaptcha challenge", src: "/walls/hcaptcha.com/challenge", width: 400, height: 300 };
  document.body.append(element("div", { class: "veil" }, element("iframe", frame)));
}

const revealed = [...form.querySelectorAll("[data-shown-when]")];

function reveal() {
  revealed.forEach((node) => {
    node.hidden = !node.dataset.shownFor.split(" ").includes(form.elements[node.dataset.shownWhen].value);
    node.querySelectorAll("input").forEach((control) => (control.disabled = node.hidden));
  });
}

form.addEventListener("change", reveal);
reveal();
