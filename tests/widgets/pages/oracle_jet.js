import { CITIES, COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";
import { show } from "./_oracle_jet.js";

const options = (all) => all.map((each) => `<oj-option value="${each}">${each}</oj-option>`).join("");
const modules = ["button", "checkboxset", "datetimepicker", "filepicker", "formlayout", "inputnumber", "inputtext", "label"];
modules.push("option", "radioset", "selectcombobox", "selectsingle", "slider", "switch");

show(
  modules.map((each) => `ojs/oj${each}`),
  `<oj-form-layout max-columns="1">
  <oj-input-text label-hint="First name" required value="{{held.name}}"></oj-input-text>
  <oj-select-single label-hint="Country" data="[[countries]]" value="{{held.country}}"></oj-select-single>
  <oj-select-one label-hint="Highest degree" placeholder="Select one" value="{{held.degree}}">${options(DEGREES)}</oj-select-one>
  <oj-select-many label-hint="Days available" value="{{held.days}}">${options(["Monday", "Tuesday", "Friday"])}</oj-select-many>
  <oj-combobox-one label-hint="How did you hear about us?" value="{{held.source}}">${options(["Job board", "Referral", "Other"])}</oj-combobox-one>
  <oj-combobox-many label-hint="Languages" value="{{held.languages}}">${options(LANGUAGES)}</oj-combobox-many>
  <oj-combobox-many label-hint="Skills" value="{{held.skills}}"></oj-combobox-many>
  <oj-input-date label-hint="Start date" value="{{held.start}}"></oj-input-date>
  <oj-input-time label-hint="Preferred interview time" value="{{held.time}}"></oj-input-time>
  <oj-input-date-time label-hint="Earliest interview" value="{{held.interview}}"></oj-input-date-time>
  <oj-input-number label-hint="Years of experience" min="0" max="50" step="1" value="{{held.years}}"></oj-input-number>
  <oj-radioset label-hint="Will you need sponsorship?" value="{{held.sponsor}}">${options(["Yes", "No"])}</oj-radioset>
  <oj-checkboxset label-hint="Preferred shifts" value="{{held.shifts}}">${options(["Morning", "Evening", "Night"])}</oj-checkboxset>
  <oj-switch label-hint="Willing to relocate" value="{{held.relocate}}"></oj-switch>
  <oj-slider label-hint="Willing to travel (%)" min="0" max="100" step="5" value="{{held.travel}}"></oj-slider>
  <oj-checkboxset aria-label="Consent" value="{{held.agree}}"><oj-option value="agreed">I agree to the privacy notice</oj-option></oj-checkboxset>
  <oj-text-area label-hint="Why us?" value="{{held.why}}"></oj-text-area></oj-form-layout>
  <div><oj-label for="visa">Are you authorized to work?</oj-label>
    <oj-buttonset-one id="visa" value="{{held.visa}}">${options(["Yes", "No"])}</oj-buttonset-one></div>
  <div><oj-label for="last">Last name</oj-label><oj-input-text id="last" label-edge="none" value="{{held.last}}"></oj-input-text></div>
  <div><oj-label for="city">City</oj-label>
    <oj-select-single id="city" label-edge="none" data="[[cities]]" value="{{held.city}}"></oj-select-single></div>
  <div><p id="resume">Resume</p>
    <oj-file-picker aria-labelledby="resume" accept='[".pdf"]' selection-mode="single" on-oj-select="[[take]]"></oj-file-picker>
    <span id="taken"></span></div>`,
  (listed) => ({ countries: listed(COUNTRIES), cities: listed(CITIES) }),
);
