import "vuetify/styles";
import { createVuetify } from "vuetify";
import * as components from "vuetify/components";
import { COUNTRIES, DEGREES, LANGUAGES } from "./_lists.js";
import { show } from "./_vue.js";

show(
  `<v-app><v-text-field label="First name" v-model="held.name" />
  <v-text-field label="Expected salary" type="number" suffix="$" v-model="held.salary" />
  <v-select label="Highest degree" :items="DEGREES" v-model="held.degree" />
  <v-autocomplete label="Country" :items="COUNTRIES" v-model="held.country" />
  <v-select label="Languages" multiple chips :items="LANGUAGES" v-model="held.languages" />
  <v-combobox label="Skills" multiple chips v-model="held.skills" />
  <v-radio-group label="Will you need sponsorship?" v-model="held.sponsor">
    <v-radio label="Yes" value="Yes" /><v-radio label="No" value="No" /></v-radio-group>
  <v-slider label="Willing to travel (%)" :step="5" v-model="held.travel" />
  <v-switch label="Willing to relocate" v-model="held.relocate" />
  <v-checkbox label="I agree to the privacy notice" v-model="held.agree" />
  <v-textarea label="Why us?" v-model="held.why" /></v-app>`,
  { more: { COUNTRIES, DEGREES, LANGUAGES }, use: (app) => app.use(createVuetify({ components })) },
);
