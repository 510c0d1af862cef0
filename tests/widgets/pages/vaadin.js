import "@vaadin/vaadin-lumo-styles/lumo.css";
import "@vaadin/checkbox";
import "@vaadin/checkbox-group";
import "@vaadin/combo-box";
import "@vaadin/date-picker";
import "@vaadin/date-time-picker";
import "@vaadin/integer-field";
import "@vaadin/multi-select-combo-box";
import "@vaadin/radio-group";
import "@vaadin/select";
import "@vaadin/slider";
import "@vaadin/text-area";
import "@vaadin/text-field";
import "@vaadin/time-picker";
import "@vaadin/upload";
import { ANSWERS, CITIES, COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";

const root = document.getElementById("root");
const choices = (tag, all) => all.map((each) => `<vaadin-${tag} value="${each}" label="${each}"></vaadin-${tag}>`).join("");
root.innerHTML = `<form>
  <vaadin-text-field id="name" label="First name" required></vaadin-text-field>
  <vaadin-combo-box id="country" label="Country"></vaadin-combo-box>
  <vaadin-select id="degree" label="Highest degree" placeholder="Select one"></vaadin-select>
  <vaadin-multi-select-combo-box id="languages" label="Languages"></vaadin-multi-select-combo-box>
  <vaadin-multi-select-combo-box id="skills" label="Skills" allow-custom-value></vaadin-multi-select-combo-box>
  <vaadin-combo-box id="city" label="City" placeholder="Search for a city"></vaadin-combo-box>
  <vaadin-date-picker id="start" label="Start date"></vaadin-date-picker>
  <vaadin-time-picker id="time" label="Preferred interview time"></vaadin-time-picker>
  <vaadin-date-time-picker id="interview" label="Earliest interview"></vaadin-date-time-picker>
  <vaadin-integer-field id="years" label="Years of experience" min="0" step-buttons-visible></vaadin-integer-field>
  <vaadin-radio-group id="sponsor" label="Will you need sponsorship?">${choices("radio-button", ANSWERS)}</vaadin-radio-group>
  <vaadin-checkbox-group id="shifts" label="Preferred shifts">${choices("checkbox", ["Morning", "Evening", "Night"])}</vaadin-checkbox-group>
  <vaadin-slider id="travel" label="Willing to travel (%)" step="5"></vaadin-slider>
  <div><p>Resume</p><vaadin-upload id="resume" accept=".pdf" max-files="1" no-auto></vaadin-upload></div>
  <vaadin-checkbox id="agree" label="I agree to the privacy notice"></vaadin-checkbox>
  <vaadin-text-area id="why" label="Why us?"></vaadin-text-area>
  <button type="submit">Submit application</button></form>`;
root.firstChild.addEventListener("submit", (event) => event.preventDefault());

const at = (id) => document.getElementById(id);
at("country").items = COUNTRIES;
at("degree").items = DEGREES.map((each) => ({ label: each, value: each }));
at("languages").items = LANGUAGES;
at("skills").items = [];
at("skills").addEventListener("custom-value-set", ({ detail }) => (at("skills").selectedItems = [...at("skills").selectedItems, detail]));
at("city").dataProvider = ({ filter, page, pageSize }, done) => {
  const fitting = CITIES.filter((each) => each.toLowerCase().includes(filter.toLowerCase()));
  setTimeout(() => done(fitting.slice(page * pageSize, (page + 1) * pageSize), fitting.length), 150);
};
at("interview").i18n = { ...at("interview").i18n, dateLabel: "Date", timeLabel: "Time" };

// What an application that listens to `value-changed` and its like was told.
const told = { languages: "selectedItems", skills: "selectedItems", agree: "checked", resume: "files" };
const held = {};
for (const field of root.querySelectorAll("[id]")) {
  const property = told[field.id] ?? "value";
  const hears = property.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  field.addEventListener(`${hears}-changed`, () => (held[field.id] = field[property]));
}
window.paint = () => {};
const sent = ({ resume, ...others }) => ({ ...others, resume: resume?.[0] && `${resume[0].name}:${resume[0].size}` });
Object.defineProperty(window, "held", { get: () => sent(held) });
