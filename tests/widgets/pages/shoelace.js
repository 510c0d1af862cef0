import "@shoelace-style/shoelace/dist/themes/light.css";
import "@shoelace-style/shoelace/dist/components/checkbox/checkbox.js";
import "@shoelace-style/shoelace/dist/components/input/input.js";
import "@shoelace-style/shoelace/dist/components/option/option.js";
import "@shoelace-style/shoelace/dist/components/radio-button/radio-button.js";
import "@shoelace-style/shoelace/dist/components/radio-group/radio-group.js";
import "@shoelace-style/shoelace/dist/components/radio/radio.js";
import "@shoelace-style/shoelace/dist/components/range/range.js";
import "@shoelace-style/shoelace/dist/components/select/select.js";
import "@shoelace-style/shoelace/dist/components/switch/switch.js";
import "@shoelace-style/shoelace/dist/components/textarea/textarea.js";
import { COUNTRIES, LANGUAGES } from "./_lists.js";
import { show } from "./_elements.js";

const options = (all) => all.map((each, index) => `<sl-option value="v${index}">${each}</sl-option>`).join("");
show(`<sl-input name="name" label="First name"></sl-input>
  <sl-input name="start" type="date" label="Start date"></sl-input>
  <sl-select name="country" label="Country" placeholder="Select one">${options(COUNTRIES)}</sl-select>
  <sl-select name="languages" label="Languages" multiple clearable>${options(LANGUAGES)}</sl-select>
  <sl-radio-group name="sponsor" label="Will you need sponsorship?"><sl-radio value="y">Yes</sl-radio>
    <sl-radio value="n">No</sl-radio></sl-radio-group>
  <sl-radio-group name="visa" label="Are you authorized to work?"><sl-radio-button value="y">Yes</sl-radio-button>
    <sl-radio-button value="n">No</sl-radio-button></sl-radio-group>
  <sl-range name="travel" label="Willing to travel (%)" step="5" value="0"></sl-range>
  <sl-switch name="relocate">Willing to relocate</sl-switch>
  <sl-checkbox name="agree">I agree to the privacy notice</sl-checkbox>
  <sl-textarea name="why" label="Why us?"></sl-textarea>`);
