import "vue-multiselect/dist/vue-multiselect.css";
import { ref } from "vue";
import Multiselect from "vue-multiselect";
import { CITIES, COUNTRIES, LANGUAGES } from "./_lists.js";
import { show } from "./_vue.js";

const found = ref([]);
const skills = ref(["Python", "Go"]);
const find = (query) =>
  setTimeout(() => (found.value = query ? CITIES.filter((each) => each.toLowerCase().includes(query.toLowerCase())) : []), 150);

show(
  `<div><label>Country</label><Multiselect v-model="held.country" :options="COUNTRIES" placeholder="Select one" /></div>
  <div><label>Sponsorship needed?</label>
    <Multiselect v-model="held.sponsor" :options="['Yes', 'No']" :searchable="false" placeholder="Pick a value" /></div>
  <div><label>Languages</label>
    <Multiselect v-model="held.languages" :options="LANGUAGES" multiple :close-on-select="false" /></div>
  <div><label>Skills</label>
    <Multiselect v-model="held.skills" :options="skills" multiple taggable @tag="(tag) => { skills.push(tag); held.skills = [...(held.skills ?? []), tag]; }" /></div>
  <div><label>City</label><Multiselect v-model="held.city" :options="found" :internal-search="false" @search-change="find" /></div>`,
  { components: { Multiselect }, more: { COUNTRIES, LANGUAGES, skills, found, find } },
);
