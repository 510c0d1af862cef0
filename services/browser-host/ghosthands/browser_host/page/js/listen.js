// Hears from now on what the page says, if only for a moment: thanks, or that it failed, and its words for a human.

const PASSING =
  "[role=status],[role=alert],[aria-live]:not([aria-live=off]),[class*=toast i],[class*=snackbar i],[class*=notification i]";
const NOTICED = `${STRONG},${PASSING}`;
const LONGEST_NOTICE = 300;
const MOST_SENT = 10_000;
//: of a notice that may be read: its text may be laid out over many blanks, and hold some that nobody sees
const LONGEST_SOURCE = 10 * LONGEST_NOTICE;

const says = (el, pattern) => {
  const text = tidy(lowered(el));
  return text.length <= LONGEST_NOTICE && pattern.test(text) && isMeant(el, pattern);
};

function* noticesIn(node, css) {
  const el = elementOf(node);
  if (!(el instanceof Element)) return;
  const around = el.closest(css);
  if (around) yield around;
  yield* el.querySelectorAll(css);
}

function* rootsIn(root) {
  yield root;
  for (const el of root.querySelectorAll("*")) if (rootOf(el)) yield* rootsIn(rootOf(el));
}

const elementOf = (node) => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node);
// What is put into a form, or beside one, without being called a notice.
const standsByForm = (el) => el instanceof Element && Boolean(el.closest("form") ?? el.parentElement?.querySelector(":scope > form"));

// Keeps the words of what was put into notices and to forms, each of which is read once for all that changed in it.
function keepNotices(changes) {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  const byForms = added.map(elementOf).filter(standsByForm);
  new Set([...added.flatMap((node) => [...noticesIn(node, PASSING)]), ...byForms]).forEach(keepWords);
}

// What names itself a notice may hold a whole page: its length is told before anything is laid out.
function keepWords(notice) {
  if (notice.textContent.length > LONGEST_SOURCE || !isQuotable(notice)) return;
  const text = words(notice);
  if (!text || text.length > LONGEST_NOTICE) return;
  look.passing.delete(text);
  look.passing.add(text);
  if (look.passing.size > rules.most_quotes) look.passing.delete(look.passing.values().next().value);
}

// Whoever comes after the host asks the document what it has sent since (`sent_since.js`): it keeps 250 by itself.
performance.setResourceTimingBufferSize(MOST_SENT);
look.listening?.disconnect();
look.thanked = false;
look.denied = false;
look.passing = new Set();
look.listening = new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    for (const node of [target, ...addedNodes]) {
      const notices = [...noticesIn(node, NOTICED)].filter(isSeen);
      look.thanked ||= notices.some((el) => says(el, rules.phrases.confirmed) && !isOfList(el));
      look.denied ||= notices.some((el) => says(el, rules.phrases.unsent));
    }
  }
  keepNotices(changes);
});
const watched = { subtree: true, childList: true, characterData: true, attributeFilter: ["class", "hidden", "open", "style"] };
for (const root of rootsIn(document)) look.listening.observe(root, watched);
