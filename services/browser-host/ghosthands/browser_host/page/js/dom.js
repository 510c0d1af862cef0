// What every script that looks shares: where an element is, and what it says. Nothing changes the page.

const WORDLESS = new Set(
  "SCRIPT STYLE NOSCRIPT TEMPLATE INPUT SELECT TEXTAREA BUTTON OPTION DATALIST svg IFRAME CANVAS VIDEO".split(" "),
);

const hasLetter = (text) => /\p{L}/u.test(text);

// A closed root is where `closed_roots.py` left it.
const CLOSED = Symbol.for(rules.closed_root);
const rootOf = (el) => el.shadowRoot ?? el[CLOSED] ?? null;

// What a combobox offers, as far as it had to be opened for that, is left on it by `options_learnt.js`.
const LEARNT = Symbol.for(rules.learnt);

// What stands there now. `host >>> inner`: each step but the last goes through a shadow root.
function standing(css) {
  return css.split(" >>> ").reduce((found, step, index) => {
    const root = index === 0 ? document : found && rootOf(found);
    return root?.querySelector(step) ?? null;
  }, null);
}

// The same, unless another element stood there when the page was looked at: that one's question is not known to be the
// same (`realms.py`). Outside a document that was looked at nothing is compared.
function resolve(css) {
  const el = standing(css);
  const asked = typeof look === "undefined" ? null : look.asked;
  return !el || !asked || asked.get(css) === el ? el : null;
}

// Every element that one of the selectors hits. Each selector is asked for by itself: the engine answers a single one
// from its indexes, but tries a list on every element of the page.
const hitsIn = (root, css) => css.split(",").flatMap((each) => [...root.querySelectorAll(each)]);

// What an element says, without what is typed or chosen in it.
function words(el) {
  if (!el.firstElementChild) return tidy(el.textContent);
  return tidy(spoken(el));
}

// What an option says to those who see it: not what is only there to be heard, nor the options that hang below it. One
// whose list is closed says what it will.
function optionWords(option) {
  const text = (el) => {
    let said = "";
    for (const node of childrenOf(el)) {
      if (node.nodeType === Node.TEXT_NODE) said += node.data;
      else if (node.nodeType === Node.ELEMENT_NODE && isSpoken(node) && !isBelow(node) && !isUnseenAside(node)) said += ` ${text(node)} `;
    }
    return said;
  };
  return tidy(option.firstElementChild ? text(option) : option.textContent) || tidy(option.textContent);
}

const isBelow = (node) => node.matches("[role=group],[role=treeitem]");

// Text for the ear alone is moved off the page, or cut to nothing.
function isUnseenAside(node) {
  const box = node.getBoundingClientRect();
  if (box.width > 1 && box.height > 1) return box.right + scrollX <= 0;
  return getComputedStyle(node).display !== "contents";
}

const spoken = (el) => saidTogether(childrenOf(el));

// What nodes that follow each other say: a part of a word that only looks different is not parted from it.
function saidTogether(nodes) {
  let text = "";
  let before = null;
  for (const node of nodes) {
    const isText = node.nodeType === Node.TEXT_NODE;
    if (node.localName === "wbr" || (!isText && (node.nodeType !== Node.ELEMENT_NODE || !isSpoken(node)))) continue;
    const said = isText ? node.data : spoken(node);
    const isOneText = isText && (before === null || before.nodeType === Node.TEXT_NODE);
    const isOneWord = before !== null && WITHIN_WORD.test(lastOf(text) + firstOf(said)) && [before, node].every(isInWord);
    text += isOneText || isOneWord ? said : ` ${said}`;
    before = node;
  }
  return text;
}

//: letters on both sides of a change of style, "un|able", "k|eine", "可|否"; "First|Name" are two words
const WITHIN_WORD = /^(?:\p{L}\p{Ll}|\p{Lu}{2}|\p{Lo}{2})$/u;
const EMPHASES = new Set(["b", "strong", "em", "i", "u", "s", "a", "mark", "font", "span", "small", "big", "ins", "q"]);
//: of a stressed part of a word: a longer one is a word by itself, "Phone|required"
const LONGEST_PART = 5;
const firstOf = (text) => [...text.slice(0, 2)][0] ?? "";
const lastOf = (text) => [...text.slice(-2)].at(-1) ?? "";

// Whether nothing but its style parts it from the text beside it.
function isInWord(node) {
  if (node.nodeType === Node.TEXT_NODE) return true;
  if (!EMPHASES.has(node.localName) || tidy(node.textContent).length > LONGEST_PART) return false;
  const style = getComputedStyle(node);
  return style.display === "inline" && ["marginLeft", "marginRight", "paddingLeft", "paddingRight"].every((side) => !parseFloat(style[side]));
}

// What a page puts into the slot of a component is said there.
function childrenOf(el) {
  const assigned = el.localName === "slot" ? el.assignedNodes({ flatten: true }) : [];
  return assigned.length ? assigned : el.childNodes;
}

//: what draws a picture for a word that stands in it: `arrow_drop_down`
const ICON =
  "i[class*=icon i],mat-icon,[class*=material-icons],[class*=material-symbols],[class*=icon i][aria-hidden=true]";
const PICTURE = /^[a-z]+(?:_[a-z0-9]+)*$/;
const isPicture = (el) => el.matches(ICON) && PICTURE.test(el.textContent.trim());

function isSpoken(el) {
  if (el.localName === "slot") return true; // has no box of its own
  if (WORDLESS.has(el.tagName) || el.isContentEditable || isPicture(el)) return false;
  const role = el.getAttribute("role");
  return role !== "listbox" && role !== "combobox" && el.checkVisibility();
}
