// Hears thanks from now on that the page shows for a moment only: in what is made to be noticed, as it comes.

const NOTICED = `${STRONG},[aria-live]:not([aria-live=off]),[class*=toast i],[class*=snackbar i],[class*=notification i]`;
const LONGEST_NOTICE = 300;

const isThanks = (el) => {
  const text = tidy(lowered(el));
  const { confirmed } = rules.phrases;
  return text.length <= LONGEST_NOTICE && confirmed.test(text) && isMeant(el, confirmed);
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
look.listening = new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    for (const node of [target, ...addedNodes]) {
      if ([...noticesIn(node)].some((el) => isSeen(el) && isThanks(el))) look.thanked = true;
    }
  }
});
const watched = { subtree: true, childList: true, characterData: true, attributeFilter: ["class", "hidden", "open", "style"] };
for (const root of rootsIn(document)) look.listening.observe(root, watched);
