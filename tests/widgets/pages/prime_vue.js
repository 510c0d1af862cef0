import Aura from "@primeuix/themes/aura";
import AutoComplete from "primevue/autocomplete";
import Checkbox from "primevue/checkbox";
import PrimeVue from "primevue/config";
import DatePicker from "primevue/datepicker";
import InputMask from "primevue/inputmask";
import InputNumber from "primevue/inputnumber";
import MultiSelect from "primevue/multiselect";
import RadioButton from "primevue/radiobutton";
import Select from "primevue/select";
import SelectButton from "primevue/selectbutton";
import Slider from "primevue/slider";
import ToggleSwitch from "primevue/toggleswitch";
import { ref } from "vue";
import { CITIES, COUNTRIES, LANGUAGES } from "./_lists.js";
import { show } from "./_vue.js";

const found = ref([]);
const find = ({ query }) => (found.value = CITIES.filter((each) => each.toLowerCase().includes(query.toLowerCase())));
const day = (date) => date && `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;

show(
  `<div><label for="country">Country</label>
    <Select label-id="country" input-id="country" v-model="held.country" :options="COUNTRIES" filter placeholder="Select a country" /></div>
  <div><label id="languages">Languages</label>
    <MultiSelect aria-labelledby="languages" v-model="held.languages" :options="LANGUAGES" /></div>
  <div><label for="city">City</label>
    <AutoComplete input-id="city" v-model="held.city" :suggestions="found" force-selection @complete="find" /></div>
  <div><label for="start">Start date</label>
    <DatePicker input-id="start" date-format="yy/mm/dd" placeholder="YYYY/MM/DD"
      :model-value="start" @update:model-value="(date) => { start = date; held.start = day(date); }" /></div>
  <div><label for="phone">Phone</label><InputMask id="phone" mask="(999) 999-9999" v-model="held.phone" /></div>
  <div><label for="salary">Expected salary ($)</label><InputNumber input-id="salary" v-model="held.salary" /></div>
  <div><span id="sponsor">Will you need sponsorship?</span>
    <SelectButton aria-labelledby="sponsor" v-model="held.sponsor" :options="['Yes', 'No']" /></div>
  <div role="radiogroup" aria-labelledby="visa"><span id="visa">Are you authorized to work?</span>
    <span v-for="each in ['Yes', 'No']"><RadioButton name="visa" :value="each" :input-id="'visa' + each" v-model="held.visa" />
    <label :for="'visa' + each">{{ each }}</label></span></div>
  <div><span id="travel">Willing to travel (%)</span><Slider aria-labelledby="travel" v-model="held.travel" /></div>
  <div><ToggleSwitch input-id="relocate" v-model="held.relocate" /><label for="relocate">Willing to relocate</label></div>
  <div><Checkbox binary input-id="agree" v-model="held.agree" /><label for="agree">I agree to the privacy notice</label></div>`,
  {
    components: {
      AutoComplete, Checkbox, DatePicker, InputMask, InputNumber, MultiSelect, RadioButton, Select, SelectButton, Slider,
      ToggleSwitch,
    },
    more: { COUNTRIES, LANGUAGES, found, find, day, start: ref(null) },
    use: (app) => app.use(PrimeVue, { theme: { preset: Aura } }),
  },
);
