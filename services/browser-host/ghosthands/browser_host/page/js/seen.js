// Whether a person can see an element, whether it is disabled, and its text in one line. Needs no rules, so that scripts
// without the rest may share it.

const VISIBLE = { opacityProperty: true, visibilityProperty: true };
const FAR_RIGHT = 4000;

//: blanks, and what commands a terminal that shows the text
const tidy = (text) => text.replace(/\u00ad/g, "").replace(/[\s\u200b\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
const attribute = (el, name) => el.getAttribute(name) ?? "";
const isTrue = (el, name) => el.getAttribute(name) === "true";
const parentOf = (el) => el.parentElement ?? el.getRootNode().host ?? null;
const isDisabled = (el) => el.matches(":disabled") || isTrue(el, "aria-disabled");

const clippers = new Map();

// Whether an ancestor without size swallows it, or one that is drawn away; one without a box of its own does not.
function isClipped(el) {
  const parent = parentOf(el);
  if (!parent || parent === document.body || parent === document.documentElement) return false;
  let clipped = clippers.get(parent);
  if (clipped === undefined) {
    const sizeless = parent.offsetWidth <= 1 || parent.offsetHeight <= 1;
    const style = getComputedStyle(parent);
    clipped = (sizeless && cutsOff(style)) || isDrawnAway(style) || isClipped(parent);
    clippers.set(parent, clipped);
  }
  return clipped;
}

const cutsOff = ({ overflow, display }) => overflow !== "visible" && display !== "contents";

//: what is fainter is not meant to be seen
const FAINTEST = 0.05;
const NOTHING_LEFT =
  /^(?:inset\((?:[5-9]\d|\d{3,})(?:\.\d+)?%|(?:circle|ellipse)\(0(?:px|%)?[ )]|polygon\((?:0(?:px|%)?,? ?)+\)|rect\((?:0px,? ?){4}\))/;
const FILTERED_OUT = /\bopacity\((?:0|0?\.0[0-4]\d*)\)/;

// Whether nothing of it is drawn though it has a size: how forms hide what only a robot would fill in.
const isDrawnAway = ({ opacity, filter, clip, clipPath, position }) =>
  Number(opacity) < FAINTEST ||
  FILTERED_OUT.test(filter) ||
  NOTHING_LEFT.test(clipPath) ||
  (/^(?:absolute|fixed)$/.test(position) && NOTHING_LEFT.test(clip));

const TYPED_INTO = new Set(["input", "textarea", "select"]);

function isSeen(el) {
  if (!el.checkVisibility(VISIBLE)) return false;
  const box = el.getBoundingClientRect();
  if (box.width <= 1 || box.height <= 1) return false;
  if (TYPED_INTO.has(el.localName) && isDrawnAway(getComputedStyle(el))) return false;
  if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return false;
  return box.left + scrollX < innerWidth + FAR_RIGHT && !isClipped(el);
}

const isOrHasSeen = (el) => isSeen(el) || [...el.querySelectorAll("*")].some(isSeen);
