import "@ui5/webcomponents/dist/Assets.js";
import "@ui5/webcomponents/dist/CheckBox.js";
import "@ui5/webcomponents/dist/ComboBox.js";
import "@ui5/webcomponents/dist/ComboBoxItem.js";
import "@ui5/webcomponents/dist/DatePicker.js";
import "@ui5/webcomponents/dist/Input.js";
import "@ui5/webcomponents/dist/Label.js";
import "@ui5/webcomponents/dist/MultiComboBox.js";
import "@ui5/webcomponents/dist/MultiComboBoxItem.js";
import "@ui5/webcomponents/dist/Option.js";
import "@ui5/webcomponents/dist/RadioButton.js";
import "@ui5/webcomponents/dist/Select.js";
import "@ui5/webcomponents/dist/Slider.js";
import "@ui5/webcomponents/dist/StepInput.js";
import "@ui5/webcomponents/dist/Switch.js";
import "@ui5/webcomponents/dist/TextArea.js";
import "@ui5/webcomponents/dist/TimePicker.js";
import { COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";
import { show } from "./_elements.js";

const several = LANGUAGES.map((each) => `<ui5-mcb-item text="${each}"></ui5-mcb-item>`).join("");
show(`<div><ui5-label for="name">First name</ui5-label><ui5-input id="name" name="name"></ui5-input></div>
  <div><ui5-label for="degree">Highest degree</ui5-label><ui5-select id="degree" name="degree" accessible-name="Highest degree">
    ${["Select one", ...DEGREES].map((each, index) => `<ui5-option value="${index ? each : ""}">${each}</ui5-option>`).join("")}</ui5-select></div>
  <div><ui5-label for="country">Country</ui5-label><ui5-combobox id="country" name="country">
    ${COUNTRIES.map((each) => `<ui5-cb-item text="${each}"></ui5-cb-item>`).join("")}</ui5-combobox></div>
  <div><ui5-label for="languages">Languages</ui5-label>
    <ui5-multi-combobox id="languages" name="languages">${several}</ui5-multi-combobox></div>
  <div><ui5-label for="start">Start date</ui5-label>
    <ui5-date-picker id="start" name="start" format-pattern="yyyy/MM/dd" placeholder="yyyy/MM/dd"></ui5-date-picker></div>
  <div><ui5-label for="time">Preferred interview time</ui5-label>
    <ui5-time-picker id="time" name="time" format-pattern="HH:mm"></ui5-time-picker></div>
  <div><ui5-label for="years">Years of experience</ui5-label><ui5-step-input id="years" name="years"></ui5-step-input></div>
  <div><ui5-label id="sponsor">Will you need sponsorship?</ui5-label>
    <div role="radiogroup" aria-labelledby="sponsor"><ui5-radio-button name="sponsor" value="Yes" text="Yes"></ui5-radio-button>
    <ui5-radio-button name="sponsor" value="No" text="No"></ui5-radio-button></div></div>
  <div><ui5-label for="travel">Willing to travel (%)</ui5-label>
    <ui5-slider id="travel" name="travel" step="5" accessible-name="Willing to travel (%)"></ui5-slider></div>
  <div><ui5-label for="relocate">Willing to relocate</ui5-label>
    <ui5-switch id="relocate" name="relocate" accessible-name="Willing to relocate"></ui5-switch></div>
  <div><ui5-checkbox name="agree" text="I agree to the privacy notice"></ui5-checkbox></div>
  <div><ui5-label for="why">Why us?</ui5-label><ui5-textarea id="why" name="why"></ui5-textarea></div>`);

const state = window;
const form = Object.getOwnPropertyDescriptor(state, "held");
// The languages are told by the items, for what is sent repeats the text that is typed.
delete state.held;
Object.defineProperty(state, "held", {
  get: () => ({
    ...form.get(),
    languages: [...document.querySelectorAll("ui5-mcb-item")].filter((item) => item.selected).map((item) => item.text),
  }),
});
