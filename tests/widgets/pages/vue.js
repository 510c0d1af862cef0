import { createApp, ref } from "vue";

const template = `<form>
  <label>First name <input v-model.trim="held.name"></label>
  <label>Years of experience <input type="number" v-model.number="held.years"></label>
  <label>Country <select v-model="held.country"><option disabled value="">Select…</option>
    <option v-for="each in ['Canada', 'Germany']">{{ each }}</option></select></label>
  <fieldset><legend>Will you need sponsorship?</legend>
    <label v-for="each in ['Yes', 'No']"><input type="radio" :value="each" v-model="held.sponsor">
      {{ each }}</label></fieldset>
  <label>Phone <input :value="held.phone" @input="held.phone = format($event.target.value)"></label>
  <label>About you <textarea v-model.lazy="held.about"></textarea></label>
  <label><input type="checkbox" v-model="held.consent"> I agree</label>
  <p>{{ round }}</p><button>Submit application</button></form>`;

createApp({
  template,
  setup() {
    const round = ref(0);
    const held = ref({ name: "", years: null, country: "", sponsor: "", phone: "", about: "", consent: false });
    window.paint = () => (round.value += 1);
    Object.defineProperty(window, "held", { get: () => JSON.parse(JSON.stringify(held.value)) });
    const format = (text) => text.replace(/\D/g, "").replace(/^(\d{3})(\d{3})(\d{4}).*/, "($1) $2-$3");
    return { held, round, format };
  },
}).mount("#root");
