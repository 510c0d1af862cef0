import naive from "naive-ui";
import { CITIES, COUNTRIES, DEGREES, LANGUAGES, PLACES } from "./_lists.js";
import { show } from "./_vue.js";

const options = (labels) => labels.map((label) => ({ label, value: label }));
const keyed = ({ label, value, children }) => ({ label, key: value, value, ...(children && { children: children.map(keyed) }) });
const fitting = (text) => (text ? CITIES.filter((each) => each.toLowerCase().includes(text.toLowerCase())) : []);

show(
  `<div style="width: 500px">
  <n-form-item label="First name"><n-input v-model:value="held.name" placeholder="" /></n-form-item>
  <n-form-item label="Country"><n-select v-model:value="held.country" filterable :options="countries" /></n-form-item>
  <n-form-item label="Highest degree"><n-select v-model:value="held.degree" :options="degrees" /></n-form-item>
  <n-form-item label="Languages"><n-select v-model:value="held.languages" multiple :options="languages" /></n-form-item>
  <n-form-item label="Skills"><n-dynamic-tags v-model:value="held.skills" /></n-form-item>
  <n-form-item label="Certifications"><n-select v-model:value="held.certs" multiple filterable tag :show="false" :show-arrow="false" /></n-form-item>
  <n-form-item label="City"><n-auto-complete v-model:value="held.city" :options="fitting(held.city)" /></n-form-item>
  <n-form-item label="Preferred location"><n-cascader v-model:value="held.place" check-strategy="child" :options="places" /></n-form-item>
  <n-form-item label="Office"><n-tree-select v-model:value="held.office" :options="places" /></n-form-item>
  <n-form-item label="Start date"><n-date-picker v-model:formatted-value="held.start" value-format="yyyy-MM-dd" type="date" /></n-form-item>
  <n-form-item label="Preferred interview time"><n-time-picker v-model:formatted-value="held.time" value-format="HH:mm" /></n-form-item>
  <n-form-item label="Years of experience"><n-input-number v-model:value="held.years" :min="0" /></n-form-item>
  <n-form-item label="Will you need sponsorship?"><n-radio-group v-model:value="held.sponsor" name="sponsor">
    <n-radio value="Yes">Yes</n-radio><n-radio value="No">No</n-radio></n-radio-group></n-form-item>
  <n-form-item label="Are you authorized to work?"><n-radio-group v-model:value="held.visa" name="visa">
    <n-radio-button value="Yes">Yes</n-radio-button><n-radio-button value="No">No</n-radio-button></n-radio-group></n-form-item>
  <n-form-item label="Preferred shifts"><n-checkbox-group v-model:value="held.shifts">
    <n-checkbox v-for="each in ['Morning', 'Evening', 'Night']" :key="each" :value="each" :label="each" /></n-checkbox-group></n-form-item>
  <n-form-item label="Willing to travel (%)"><n-slider v-model:value="held.travel" :step="5" /></n-form-item>
  <n-form-item label="Willing to relocate"><n-switch v-model:value="held.relocate" /></n-form-item>
  <n-form-item label="Rate your SQL skills"><n-rate v-model:value="held.rating" /></n-form-item>
  <n-form-item label="Resume"><n-upload :default-upload="false" :max="1" @change="({ file }) => (held.resume = file.name + ':' + file.file.size)">
    <n-button>Upload file</n-button></n-upload></n-form-item>
  <n-form-item :show-label="false"><n-checkbox v-model:checked="held.agree">I agree to the privacy notice</n-checkbox></n-form-item>
  <n-form-item label="Why us?"><n-input type="textarea" v-model:value="held.why" placeholder="" /></n-form-item></div>`,
  {
    more: {
      countries: options(COUNTRIES),
      degrees: options(DEGREES),
      languages: options(LANGUAGES),
      places: PLACES.map(keyed),
      fitting,
    },
    use: (app) => app.use(naive),
  },
);
