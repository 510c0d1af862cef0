// Keeps whatever is pressed in an element from sending a form, until what is handed back is called: Enter may do so by
// itself, by a press of the button that it stands for, or by what the page makes of it.

const keep = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
const isSubmit = (node) => node instanceof Element && node.matches("button,input") && /^(?:submit|image)$/.test(node.type);
const keepPress = (event) => event.composedPath().some(isSubmit) && keep(event);
addEventListener("submit", keep, { capture: true });
addEventListener("click", keepPress, { capture: true });
return () => {
  removeEventListener("submit", keep, { capture: true });
  removeEventListener("click", keepPress, { capture: true });
};
