// What every Vue page has: a form whose state is what its widgets told it, and a way to paint it anew.
import { createApp, reactive, ref } from "vue";

// `use` gives the application its plugins; the template sees the state as `held`, and what `more` names.
export function show(template, { components = {}, more = {}, use = () => {} } = {}) {
  const app = createApp({
    components,
    template: `<form @submit.prevent :data-round="round">${template}<button type="submit">Submit application</button></form>`,
    setup() {
      const round = ref(0);
      const held = reactive({});
      window.paint = () => (round.value += 1);
      Object.defineProperty(window, "held", { get: () => JSON.parse(JSON.stringify(held)) });
      return { held, round, ...more };
    },
  });
  use(app);
  app.mount("#root");
}
