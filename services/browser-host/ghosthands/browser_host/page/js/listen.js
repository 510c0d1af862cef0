// Hears from now on what the page says, if only for a moment: thanks, or that it failed, and its words for a human.

const PASSING =
  "[role=status],[role=alert],[aria-live]:not([aria-live=off]),[class*=toast i],[class*=snackbar i],[class*=notification i]";
const NOTICED = `${STRONG},${PASSING}`;
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

//: most elements that are remembered as new: a page that draws itself anew tells nothing by that
const MOST_FRESH = 300;

// What became of the page: kept as an element where it may stand, as words where it may be gone again.
function remember({ type, target, addedNodes }) {
  for (const node of type === "childList" ? addedNodes : [target]) {
    const el = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (!(el instanceof Element)) continue;
    if (look.fresh.size < MOST_FRESH) look.fresh.add(el);
    for (const notice of [el.closest(PASSING), ...el.querySelectorAll(PASSING)].filter(Boolean)) keepWords(notice);
  }
}

function keepWords(notice) {
  const text = isQuotable(notice) ? words(notice) : "";
  if (!text || text.length > LONGEST_NOTICE) return;
  look.passing.delete(text);
  look.passing.add(text);
  if (look.passing.size > MOST_QUOTES) look.passing.delete(look.passing.values().next().value);
}

look.listening?.disconnect();
look.thanked = false;
look.denied = false;
look.fresh = new Set();
look.passing = new Set();
look.listening = new MutationObserver((changes) => {
  changes.forEach(remember);
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
