import { ANSWERS, COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";
import { show } from "./_oracle_jet.js";

const tags = ["buttonset-single", "checkbox", "checkboxset", "file-picker", "form-layout", "input-date-mask"];
tags.push("input-date-picker", "input-month-mask", "input-number", "input-text", "input-time-mask", "radioset");
tags.push("rating-gauge", "rich-radioset", "select-multiple", "select-single", "switch", "text-area");

const options = (all) => all.map((each) => ({ value: each, label: each }));
show(
  [...tags.map((each) => `oj-c/${each}`), "ojs/ojlabel"],
  `<oj-c-form-layout max-columns="1">
  <oj-c-input-text label-hint="First name" required value="{{held.name}}"></oj-c-input-text>
  <oj-c-select-single label-hint="Country" data="[[countries]]" item-text="label" value="{{held.country}}"></oj-c-select-single>
  <oj-c-select-single label-hint="Highest degree" data="[[degrees]]" item-text="label" placeholder="Select one" value="{{held.degree}}"></oj-c-select-single>
  <oj-c-select-multiple label-hint="Languages" data="[[languages]]" item-text="label" value="{{held.languages}}"></oj-c-select-multiple>
  <oj-c-input-date-picker label-hint="Start date" value="{{held.start}}"></oj-c-input-date-picker>
  <oj-c-input-date-mask label-hint="Available from" value="{{held.free}}"></oj-c-input-date-mask>
  <oj-c-input-month-mask label-hint="Graduation month" value="{{held.graduated}}"></oj-c-input-month-mask>
  <oj-c-input-time-mask label-hint="Preferred interview time" value="{{held.time}}"></oj-c-input-time-mask>
  <oj-c-input-number label-hint="Years of experience" min="0" max="50" step="1" value="{{held.years}}"></oj-c-input-number>
  <oj-c-radioset label-hint="Will you need sponsorship?" options="[[answers]]" value="{{held.sponsor}}"></oj-c-radioset>
  <oj-c-rich-radioset label-hint="Work mode" options="[[modes]]" value="{{held.mode}}"></oj-c-rich-radioset>
  <oj-c-checkboxset label-hint="Preferred shifts" options="[[shifts]]" value="{{held.shifts}}"></oj-c-checkboxset>
  <oj-c-switch label-hint="Willing to relocate" value="{{held.relocate}}"></oj-c-switch>
  <oj-c-checkbox value="{{held.agree}}">I agree to the privacy notice</oj-c-checkbox>
  <oj-c-text-area label-hint="Why us?" value="{{held.why}}"></oj-c-text-area></oj-c-form-layout>
  <div><p id="visa">Are you authorized to work?</p>
    <oj-c-buttonset-single aria-labelledby="visa" items="[[answers]]" value="{{held.visa}}"></oj-c-buttonset-single></div>
  <div><p id="rating">Rate your SQL skills</p>
    <oj-c-rating-gauge aria-labelledby="rating" value="{{held.rating}}"></oj-c-rating-gauge></div>
  <div><p>Resume</p><oj-c-file-picker accept='[".pdf"]' selection-mode="single" on-oj-select="[[take]]"></oj-c-file-picker>
    <span id="taken"></span></div>`,
  (listed) => ({
    ...{ countries: listed(COUNTRIES), degrees: listed(DEGREES), languages: listed(LANGUAGES) },
    ...{ answers: options(ANSWERS), modes: options(["Office", "Hybrid"]), shifts: options(["Morning", "Evening", "Night"]) },
  }),
);
