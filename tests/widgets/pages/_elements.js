// What every page of web components has: a form whose state is what it would send, and the components' own events.
export function show(html) {
  document.getElementById("root").innerHTML = `<form>${html}<button type="submit">Submit application</button></form>`;
  const form = document.querySelector("form");
  form.addEventListener("submit", (event) => event.preventDefault());
  window.paint = () => {};
  const told = (sent) => (sent instanceof File ? sent.name && `${sent.name}:${sent.size}` : sent);
  const entry = (data, name) => told(data.getAll(name).length > 1 ? data.getAll(name) : data.get(name));
  Object.defineProperty(window, "held", {
    configurable: true,
    get() {
      const data = new FormData(form);
      return Object.fromEntries([...new Set(data.keys())].map((name) => [name, entry(data, name)]));
    },
  });
}
