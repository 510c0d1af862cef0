// A function that says whether the element has the focus, of its document and of the page, and whether it heard a key
// since it was last asked: one that entered something, or that the page took for itself.

let entered = false;
let pressed = null;
const hear = (event) => {
  if (!event.isTrusted) return;
  if (event.type === "keydown") pressed = event;
  else entered = true;
};
for (const type of ["keydown", "keypress", "beforeinput"]) el.addEventListener(type, hear, { capture: true });
return () => {
  const heard = entered || Boolean(pressed?.defaultPrevented);
  entered = false;
  pressed = null;
  return [document.hasFocus() && isFocused(el), heard];
};
