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

// Whether an ancestor without size swallows it; one without a box of its own does not.
function isClipped(el) {
  const parent = parentOf(el);
  if (!parent || parent === document.body || parent === document.documentElement) return false;
  let clipped = clippers.get(parent);
  if (clipped === undefined) {
    const sizeless = parent.offsetWidth <= 1 || parent.offsetHeight <= 1;
    clipped = (sizeless && cutsOff(getComputedStyle(parent))) || isClipped(parent);
    clippers.set(parent, clipped);
  }
  return clipped;
}

const cutsOff = ({ overflow, display }) => overflow !== "visible" && display !== "contents";

function isSeen(el) {
  if (!el.checkVisibility(VISIBLE)) return false;
  const box = el.getBoundingClientRect();
  if (box.width <= 1 || box.height <= 1) return false;
  if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return false;
  return box.left + scrollX < innerWidth + FAR_RIGHT && !isClipped(el);
}

const isOrHasSeen = (el) => isSeen(el) || [...el.querySelectorAll("*")].some(isSeen);
