import "@vueform/vueform/dist/vueform.css";
import Vueform, { defineConfig, Vueform as Form, useVueform } from "@vueform/vueform";
import en from "@vueform/vueform/locales/en";
import theme from "@vueform/vueform/dist/vueform";
import { createApp, ref } from "vue";
import { COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";

const schema = {
  name: { type: "text", label: "First name" },
  degree: { type: "select", label: "Highest degree", items: DEGREES, native: false },
  country: { type: "select", label: "Country", items: COUNTRIES, native: false, search: true },
  languages: { type: "multiselect", label: "Languages", items: LANGUAGES, native: false },
  skills: { type: "tags", label: "Skills", items: [], create: true, search: true, native: false },
  start: { type: "date", label: "Start date", displayFormat: "YYYY/MM/DD", placeholder: "YYYY/MM/DD" },
  sponsor: { type: "radiogroup", label: "Will you need sponsorship?", items: ["Yes", "No"], view: "tabs" },
  shifts: { type: "checkboxgroup", label: "Preferred shifts", items: ["Morning", "Evening", "Night"] },
  travel: { type: "slider", label: "Willing to travel (%)", step: 5 },
  relocate: { type: "toggle", label: "Willing to relocate" },
};

const round = ref(0);
const app = createApp({
  template: `<Vueform :data-round="round" :schema="schema" ref="form" @change="took" :endpoint="false" />
    <button type="submit">Submit application</button>`,
  setup: () => ({ schema, round, took: (data) => (window.held = JSON.parse(JSON.stringify(data))) }),
});
window.held = {};
window.paint = () => (round.value += 1);
app.use(Vueform, defineConfig({ theme, locales: { en }, locale: "en" })).mount("#root");
