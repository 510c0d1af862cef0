// Installed in every frame before the page's own scripts; where it is already, it is only set to `level`. `name` is the
// session's own, so that a host that adopts the browser finds the guard its predecessor left; a page finds it as well,
// and can do nothing with it without the `word`. Whatever a page may replace is taken before it comes.
//
// level 0: nothing is vetoed. 1, while we fill: whatever would submit a form is vetoed (submit events, clicks on submit
// buttons, form.submit()). 2, while an engine works the page: so is every press of what leads on, by its words (`onward`), from
// the first touch of it, because a page may act on pointerdown.
(name, onward, level, word) => {
  if (window[name]) return window[name](level, word);
  let vetoed = 0;
  const { apply, defineProperty } = Reflect;
  const { preventDefault, stopImmediatePropagation, composedPath } = Event.prototype;
  const { addEventListener } = EventTarget.prototype;
  const final = /^\s*(submit|apply|send|finish|complete)\b|\b(submit|send)( my| your| the)? application\b/i;
  const leadsOn = new RegExp(onward, "i");
  const LONGEST = 60; // characters that something to press is called by

  const veto = (event, counts = true) => {
    if (counts) vetoed += 1;
    apply(preventDefault, event, []);
    apply(stopImmediatePropagation, event, []);
  };
  const buttons = ["submit", "image", "button", "reset"];
  const isButton = (node) =>
    node instanceof HTMLButtonElement ||
    (node instanceof HTMLInputElement && buttons.includes(node.type)) ||
    (node instanceof Element && node.getAttribute("role") === "button");
  const isPressed = (node) =>
    isButton(node) || (node instanceof Element && (node.localName === "a" || node.getAttribute("role") === "link"));

  // What a press fills in or chooses: its words are a question's, or an answer to one.
  const roles = "textbox searchbox combobox listbox option checkbox radio switch spinbutton slider menuitemcheckbox";
  const fields = [
    `input:not([type=hidden], ${buttons.map((type) => `[type=${type}]`).join()})`,
    ...["select", "textarea", "option", "[contenteditable]:not([contenteditable=false])", "[aria-haspopup=listbox]"],
    ...`${roles} menuitemradio treeitem`.split(" ").map((role) => `[role=${role}]`),
  ].join();
  const isField = (node) =>
    node instanceof Element && (node.matches(fields) || (node instanceof HTMLLabelElement && isField(node.control)));

  const text = (node) => node?.textContent ?? "";
  const labelled = (node) =>
    (node.getAttribute("aria-labelledby") ?? "").split(/\s+/).map((id) => text(id && node.getRootNode().getElementById?.(id)));
  const drawn = (node) =>
    Array.from(node.querySelectorAll("[alt], [aria-label], svg title"), (one) => one.alt || one.ariaLabel || text(one));
  const words = (node) =>
    [node.innerText, node.value, node.getAttribute("aria-label"), node.title, node.alt, labelled(node).join(" ")]
      .concat(isPressed(node) ? drawn(node).join(" ") : "")
      .map((said) => String(said ?? "").trim())
      .filter(Boolean);
  const isCalled = (node) => words(node).some((said) => leadsOn.test(said));
  // Pages make buttons of anything. What says more than a button does, or holds a field, is none.
  const looksPressed = (node) =>
    node instanceof Element && text(node).length <= 10 * LONGEST && !node.querySelector(fields) &&
    words(node).some((said) => said.length <= LONGEST && leadsOn.test(said));
  // Up to a button or link that has words, which says it all, or to a field; a button may get its words from around it.
  const leads = (path) => {
    const field = path.findIndex(isField);
    const near = field < 0 ? path : path.slice(0, field);
    const button = near.findIndex((node) => isPressed(node) && words(node).length);
    const judged = button < 0 ? near : near.slice(0, button + 1);
    return judged.some((node) => (isPressed(node) ? isCalled(node) : looksPressed(node)));
  };

  // A <button> without a type may open a list of options: its click passes, and the submit event it may lead to does
  // not.
  const submits = (button) =>
    ["submit", "image"].includes(button.getAttribute("type")) || final.test(button.value || button.innerText || "");
  const commits = (path) => path.filter(isButton).slice(0, 1).some(submits) || (level > 1 && leads(path));

  const onSubmit = (event) => level && veto(event);
  const onPress = (event) => {
    const path = apply(composedPath, event, []);
    path.filter((node) => node instanceof ShadowRoot).forEach(listen); // those that came with the document
    if (!level || (level === 1 && event.type !== "click")) return;
    if (event.type.startsWith("key") && ![" ", "Enter"].includes(event.key)) return;
    if (commits(path)) veto(event, ["click", "keydown"].includes(event.type));
  };
  const touches = ["pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend", "keydown", "keyup"];
  const listen = (root) => {
    apply(addEventListener, root, ["submit", onSubmit, true]);
    for (const type of [...touches, "click"]) apply(addEventListener, root, [type, onPress, true]);
  };
  // document.open() takes away whatever listened.
  new MutationObserver(() => listen(window)).observe(document, { childList: true });

  // Wrapped so that a page that looks finds what it would find anyway.
  const wrap = (prototype, method, apply) => (prototype[method] = new Proxy(prototype[method], { apply }));
  // No submit event leaves a shadow root that came with the document either.
  for (const method of ["submit", "requestSubmit"])
    wrap(HTMLFormElement.prototype, method, (send, form, given) => {
      if (level) vetoed += 1;
      else apply(send, form, given);
    });
  // No submit event leaves a shadow root, and of what is in a closed one nobody outside is told.
  wrap(Element.prototype, "attachShadow", (attach, host, given) => {
    const root = apply(attach, host, given);
    listen(root);
    return root;
  });

  defineProperty(window, name, {
    value: (to, said) => {
      if (said !== word) return 0;
      const count = vetoed;
      level = to;
      vetoed = 0;
      listen(window); // again: the first real document of a window takes it over without what listened
      return count;
    },
  });
  return window[name](level, word);
}
