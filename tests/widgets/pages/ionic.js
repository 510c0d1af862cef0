import "@ionic/core/css/core.css";
import { initialize } from "@ionic/core/components";
import { defineCustomElement as checkbox } from "@ionic/core/components/ion-checkbox.js";
import { defineCustomElement as input } from "@ionic/core/components/ion-input.js";
import { defineCustomElement as radio } from "@ionic/core/components/ion-radio.js";
import { defineCustomElement as radios } from "@ionic/core/components/ion-radio-group.js";
import { defineCustomElement as range } from "@ionic/core/components/ion-range.js";
import { defineCustomElement as option } from "@ionic/core/components/ion-select-option.js";
import { defineCustomElement as select } from "@ionic/core/components/ion-select.js";
import { defineCustomElement as textarea } from "@ionic/core/components/ion-textarea.js";
import { defineCustomElement as toggle } from "@ionic/core/components/ion-toggle.js";
import { COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";

initialize();
for (const define of [checkbox, input, option, radio, radios, range, select, textarea, toggle]) define();

const options = (all) => all.map((each) => `<ion-select-option value="${each}">${each}</ion-select-option>`).join("");
document.getElementById("root").innerHTML = `<form>
  <ion-input name="name" label="First name"></ion-input>
  <ion-select name="country" label="Country" placeholder="Select one">${options(COUNTRIES)}</ion-select>
  <ion-select name="degree" label="Highest degree" interface="popover">${options(DEGREES)}</ion-select>
  <ion-select name="languages" label="Languages" multiple>${options(LANGUAGES)}</ion-select>
  <p id="sponsor">Will you need sponsorship?</p>
  <ion-radio-group name="sponsor" aria-labelledby="sponsor"><ion-radio value="Yes">Yes</ion-radio>
    <ion-radio value="No">No</ion-radio></ion-radio-group>
  <ion-range name="travel" label="Willing to travel (%)" step="5"></ion-range>
  <ion-toggle name="relocate">Willing to relocate</ion-toggle>
  <ion-checkbox name="agree">I agree to the privacy notice</ion-checkbox>
  <ion-textarea name="why" label="Why us?"></ion-textarea>
  <button type="submit">Submit application</button></form>`;
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());

// What the components told the page by their own events.
const held = {};
window.held = held;
window.paint = () => {};
const CHECKED = ["ION-CHECKBOX", "ION-TOGGLE"];
document.addEventListener("ionChange", ({ target, detail }) => {
  const name = target.closest("[name]")?.getAttribute("name");
  held[name] = CHECKED.includes(target.tagName) ? detail.checked : detail.value;
});
