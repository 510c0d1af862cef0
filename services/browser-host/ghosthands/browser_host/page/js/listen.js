// Hears from now on what the page says for a moment only, in what is made to be noticed: thanks, or that it failed.

const NOTICED = `${STRONG},[aria-live]:not([aria-live=off]),[class*=toast i],[class*=snackbar i],[class*=notification i]`;
const LONGEST_NOTICE = 300;

const says = (el, pattern) => {
  const text = tidy(lowered(el));
  return text.length <= LONGEST_NOTICE && pattern.test(text) && isMeant(el, pattern);
};

function* noticesIn(node) {
  const el = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  if (!(el instanceof Element)) return;
  const around = el.closest(NOTICED);
  if (around) yield around;
  yield* el.querySelectorAll(NOTICED);
}

function* rootsIn(root) {
  yield root;
  for (const el of root.querySelectorAll("*")) if (rootOf(el)) yield* rootsIn(rootOf(el));
}

look.listening?.disconnect();
look.thanked = false;
look.denied = false;
look.listening = new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    for (const node of [target, ...addedNodes]) {
      const notices = [...noticesIn(node)].filter(isSeen);
      look.thanked ||= notices.some((el) => says(el, rules.phrases.confirmed));
      look.denied ||= notices.some((el) => says(el, rules.phrases.unsent));
    }
  }
});
const watched = { subtree: true, childList: true, characterData: true, attributeFilter: ["class", "hidden", "open", "style"] };
for (const root of rootsIn(document)) look.listening.observe(root, watched);
