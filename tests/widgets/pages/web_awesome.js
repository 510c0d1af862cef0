import "@awesome.me/webawesome/dist/styles/webawesome.css";
import "@awesome.me/webawesome/dist/components/checkbox/checkbox.js";
import "@awesome.me/webawesome/dist/components/input/input.js";
import "@awesome.me/webawesome/dist/components/option/option.js";
import "@awesome.me/webawesome/dist/components/radio-group/radio-group.js";
import "@awesome.me/webawesome/dist/components/radio/radio.js";
import "@awesome.me/webawesome/dist/components/slider/slider.js";
import "@awesome.me/webawesome/dist/components/select/select.js";
import "@awesome.me/webawesome/dist/components/switch/switch.js";
import "@awesome.me/webawesome/dist/components/textarea/textarea.js";
import { COUNTRIES, LANGUAGES } from "./_lists.js";
import { show } from "./_elements.js";

const options = (all) => all.map((each, index) => `<wa-option value="v${index}">${each}</wa-option>`).join("");
show(`<wa-input name="name" label="First name"></wa-input>
  <wa-input name="start" type="date" label="Start date"></wa-input>
  <wa-select name="country" label="Country" placeholder="Select one">${options(COUNTRIES)}</wa-select>
  <wa-select name="languages" label="Languages" multiple clearable>${options(LANGUAGES)}</wa-select>
  <wa-radio-group name="sponsor" label="Will you need sponsorship?"><wa-radio value="y">Yes</wa-radio>
    <wa-radio value="n">No</wa-radio></wa-radio-group>
  <wa-radio-group name="visa" label="Are you authorized to work?"><wa-radio appearance="button" value="y">Yes</wa-radio>
    <wa-radio appearance="button" value="n">No</wa-radio></wa-radio-group>
  <wa-slider name="travel" label="Willing to travel (%)" step="5" value="0"></wa-slider>
  <wa-switch name="relocate">Willing to relocate</wa-switch>
  <wa-checkbox name="agree">I agree to the privacy notice</wa-checkbox>
  <wa-textarea name="why" label="Why us?"></wa-textarea>`);
