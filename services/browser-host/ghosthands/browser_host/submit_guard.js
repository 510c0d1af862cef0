// Installed in every frame before the page's own scripts. `name` is the session's own, so that a host that adopts the
// browser finds the guard its predecessor left.
//
// level 0: open. 1, while we fill: whatever would submit a form is vetoed (submit events, clicks on submit buttons,
// form.submit()). 2, while an engine works the page: so is every press of a button or link that leads on, by its words
// (`onward`), from the first touch of it, because a page may act on pointerdown.
(name, onward) => {
  if (window[name]) return;
  let level = 0;
  let vetoed = 0;
  const final = /^\s*(submit|apply|send|finish|complete)\b|\b(submit|send)( my| your| the)? application\b/i;
  const leadsOn = new RegExp(onward, "i");

  const veto = (event, counts = true) => {
    if (counts) vetoed += 1;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const isButton = (node) =>
    node instanceof HTMLButtonElement ||
    (node instanceof HTMLInputElement && ["submit", "image", "button"].includes(node.type)) ||
    (node instanceof Element && node.getAttribute("role") === "button");
  const isPressed = (node) =>
    isButton(node) || (node instanceof Element && (node.localName === "a" || node.getAttribute("role") === "link"));
  const words = (button) =>
    [button.innerText, button.value, button.getAttribute("aria-label"), button.title].map((text) => (text || "").trim());
  // A <button> without a type may open a list of options: its click passes, and the submit event it may lead to does
  // not. A shadow root keeps that event to itself, so there the click is where it must be stopped.
  const submits = (button, inShadow) =>
    ["submit", "image"].includes(button.getAttribute("type")) ||
    (inShadow && button.type === "submit") ||
    final.test(button.value || button.innerText || "");
  const commits = (button, inShadow) => {
    if (isButton(button) && submits(button, inShadow)) return true;
    return level > 1 && words(button).some((text) => text && leadsOn.test(text));
  };

  window.addEventListener("submit", (event) => level && veto(event), true);
  const guard = (event) => {
    if (!level || (level === 1 && event.type !== "click")) return;
    if (event.type.startsWith("key") && ![" ", "Enter"].includes(event.key)) return;
    const button = event.composedPath().find(level > 1 ? isPressed : isButton);
    if (button && commits(button, button.getRootNode() !== document)) veto(event, ["click", "keydown"].includes(event.type));
  };
  const touches = ["pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend", "keydown", "keyup"];
  for (const type of [...touches, "click"]) window.addEventListener(type, guard, true);
  const submit = HTMLFormElement.prototype.submit;
  HTMLFormElement.prototype.submit = function () {
    if (level) vetoed += 1;
    else submit.call(this);
  };
  Object.defineProperty(window, name, {
    value: (to) => {
      const count = vetoed;
      level = Number(to);
      vetoed = 0;
      return count;
    },
  });
}
