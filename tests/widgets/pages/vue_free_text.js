import { createApp, ref } from "vue";

// Takes any text, and takes it in by Enter or from its list alone: whoever leaves it sees the text, and the form never
// hears of it.
const SuggestBox = {
  props: { modelValue: { type: String, default: "" }, label: String, name: String },
  emits: ["update:modelValue"],
  template: `<div><label :for="name">{{ label }}</label>
    <input :id="name" :name="name" v-model="text" role="combobox" aria-autocomplete="list" autocomplete="off"
      :aria-expanded="String(isOpen)" :aria-controls="name + '-list'" @input="isOpen = true"
      @keydown.enter.prevent="take(text)" @blur="isOpen = false">
    <ul v-if="isOpen" role="listbox" :id="name + '-list'">
      <li v-for="each in offered()" role="option" @mousedown.prevent="take(each)">{{ each }}</li></ul></div>`,
  setup(props, { emit }) {
    const [text, isOpen] = [ref(props.modelValue), ref(false)];
    const all = ["1 Infinite Loop", "1600 Amphitheatre Parkway"];
    const offered = () => all.filter((each) => each.toLowerCase().includes(text.value.toLowerCase()));
    const take = (chosen) => {
      text.value = chosen;
      isOpen.value = false;
      emit("update:modelValue", chosen);
    };
    return { text, isOpen, offered, take };
  },
};

// Says what it holds when it is left, and not before.
const LazyBox = {
  props: { modelValue: { type: String, default: "" }, label: String },
  emits: ["update:modelValue"],
  template: `<label>{{ label }} <input :value="modelValue" @change="$emit('update:modelValue', $event.target.value)">
    </label>`,
};

// Shows what is typed, and says nothing of it.
const DeafBox = { ...LazyBox, template: `<label>{{ label }} <input></label>` };

createApp({
  components: { SuggestBox, LazyBox, DeafBox },
  template: `<form>
    <suggest-box v-model="held.street" label="Street address" name="street"></suggest-box>
    <lazy-box v-model="held.name" label="First name"></lazy-box>
    <deaf-box v-model="held.city" label="City"></deaf-box>
    <label>Last name <input v-model="held.last"></label>
    <p>{{ round }}</p><button>Submit application</button></form>`,
  setup() {
    const held = ref({ street: "", name: "", city: "", last: "" });
    const round = ref(0);
    window.paint = () => (round.value += 1);
    Object.defineProperty(window, "held", { get: () => JSON.parse(JSON.stringify(held.value)) });
    return { held, round };
  },
}).mount("#root");
