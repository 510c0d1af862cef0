import "quasar/dist/quasar.css";
import { ClosePopup, Quasar } from "quasar";
import * as quasar from "quasar";
import { reactive } from "vue";
import { CITIES, COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";
import { show } from "./_vue.js";

const components = Object.fromEntries(Object.entries(quasar).filter(([name]) => /^Q[A-Z]/.test(name)));
const fits = (text) => (each) => each.toLowerCase().includes(text.toLowerCase());
const taken = reactive({ file: null });
const countries = searched(COUNTRIES, 0);
const cities = searched(CITIES, 150);
const options = (...all) => all.map((each) => ({ label: each, value: each }));

// A list that is searched.
function searched(all, milliseconds) {
  const list = reactive({ options: [] });
  list.filter = (text, update) => setTimeout(() => update(() => (list.options = all.filter(fits(text)))), milliseconds);
  return list;
}

const close = `<div class="row justify-end"><q-btn v-close-popup label="Close" color="primary" flat /></div>`;
const picker = (icon, inside) => `<template v-slot:append><q-icon name="${icon}" class="cursor-pointer">
  <q-popup-proxy cover transition-show="scale" transition-hide="scale">${inside}</q-popup-proxy></q-icon></template>`;

show(
  `<div class="q-gutter-md" style="max-width: 500px">
  <q-input filled v-model="held.name" label="First name" />
  <q-select filled v-model="held.country" label="Country" use-input hide-selected fill-input input-debounce="0"
    :options="countries.options" @filter="countries.filter" />
  <q-select filled v-model="held.degree" label="Highest degree" :options="DEGREES" />
  <q-select filled v-model="held.languages" label="Languages" multiple use-chips stack-label :options="LANGUAGES" />
  <q-select filled v-model="held.skills" label="Skills" multiple use-input use-chips hide-dropdown-icon input-debounce="0"
    new-value-mode="add-unique" />
  <q-select filled v-model="held.city" label="City" use-input hide-selected fill-input input-debounce="100"
    :options="cities.options" @filter="cities.filter" />
  <q-input filled v-model="held.start" label="Start date" mask="####/##/##">${picker("event", `<q-date v-model="held.start">${close}</q-date>`)}</q-input>
  <q-input filled v-model="held.time" label="Preferred interview time" mask="time">${picker("access_time", `<q-time v-model="held.time">${close}</q-time>`)}</q-input>
  <q-input filled v-model.number="held.years" label="Years of experience" type="number" />
  <div><div>Will you need sponsorship?</div>
    <q-option-group v-model="held.sponsor" type="radio" inline :options="answers" /></div>
  <div><div>Are you authorized to work?</div><q-btn-toggle v-model="held.visa" :options="answers" /></div>
  <div><div>Preferred shifts</div><q-option-group :model-value="held.shifts ?? []" @update:model-value="(all) => (held.shifts = all)" type="checkbox" :options="shifts" /></div>
  <div><div>Willing to travel (%)</div><q-slider :model-value="held.travel ?? 0" @update:model-value="(per) => (held.travel = per)" :min="0" :max="100" :step="5" label /></div>
  <q-toggle :model-value="held.relocate ?? false" @update:model-value="(is) => (held.relocate = is)" label="Willing to relocate" />
  <div><div>Rate your SQL skills</div><q-rating :model-value="held.rating ?? 0" @update:model-value="(stars) => (held.rating = stars)" size="2em" /></div>
  <q-file filled v-model="taken.file" @update:model-value="(file) => (held.resume = file.name + ':' + file.size)" label="Resume" accept=".pdf" />
  <q-checkbox :model-value="held.agree ?? false" @update:model-value="(is) => (held.agree = is)" label="I agree to the privacy notice" />
  <q-input filled v-model="held.why" label="Why us?" type="textarea" /></div>`,
  {
    components,
    more: { taken, countries, cities, DEGREES, LANGUAGES, answers: options("Yes", "No"), shifts: options("Morning", "Evening", "Night") },
    use: (app) => app.use(Quasar, { directives: { ClosePopup } }),
  },
);
