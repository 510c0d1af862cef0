// The notices that keep a person from the document: dialogs that lie over it, and what is fixed over the middle of the
// window. Of each its words, the buttons in it that say something, how much it asks besides boxes to tick, and whether
// one of the buttons sends a form that asks.

const DIALOGS = "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]";
//: where a notice that does not leave the page free lies, as parts of the window's height
const HEIGHTS = [0.3, 0.5, 0.7];
const ASKS =
  "input:not([type=hidden],[type=submit],[type=button],[type=image],[type=reset],[type=checkbox]),select,textarea," +
  "[contenteditable]:not([contenteditable=false]),[role=textbox],[role=combobox],[role=listbox],[role=spinbutton],[role=radio]";
const saidOn = (button) => tidy(button.innerText ?? "") || tidy(button.value ?? "") || tidy(attribute(button, "aria-label"));
const leadsAway = (button) => button.localName === "a" && !/^(?:#.*|javascript:.*)?$/i.test(button.getAttribute("href") ?? "");
const buttonsIn = (box) =>
  [...box.querySelectorAll("button,[role=button],input[type=submit],input[type=button],a")]
    .filter((each) => isSeen(each) && !isDisabled(each) && saidOn(each) && !leadsAway(each));

const sends = (button) => /^(?:submit|image)$/.test(button.type) && (button.form?.querySelector(ASKS) ?? null) !== null;

// What is on top there, through the open roots of components.
function topAt(height) {
  const [x, y] = [innerWidth / 2, innerHeight * height];
  let top = document.elementFromPoint(x, y);
  for (let inner; (inner = top?.shadowRoot?.elementFromPoint(x, y)) && inner !== top; ) top = inner;
  return top;
}

// The outermost box around an element that stays where it is in the window, in the element's own root, and is not the
// page itself.
function fixedAround(el) {
  let fixed = null;
  for (let box = el; box && box !== document.body; box = box.parentElement) {
    if (getComputedStyle(box).position === "fixed" && !isPage(box)) fixed = box;
  }
  return fixed;
}

//: what a page has, and what lies over it has not
const PAGE = "main,[role=main],h1,[role=heading][aria-level='1'],nav,[role=navigation],article,[role=article]";
const letters = (text) => text.replace(/\s+/g, "").length;

// Whether it holds what the document is about, or all that it says: an app draws its pages in one fixed shell.
function isPage(box) {
  if (box.matches(PAGE) || box.querySelector(PAGE)) return true;
  const around = letters(document.body.innerText ?? "");
  return around <= (document.body.contains(box) ? letters(box.innerText ?? "") : 0);
}

const tops = HEIGHTS.map(topAt).filter(Boolean);
const boxes = new Set(tops.map((top) => top.closest(DIALOGS) ?? fixedAround(top)).filter((box) => box && isOrHasSeen(box)));
return [...boxes].map((box) => {
  const buttons = buttonsIn(box);
  const asked = box.querySelectorAll(ASKS).length;
  return { words: tidy(box.innerText ?? ""), said: buttons.map(saidOn), asked, sends: buttons.some(sends), buttons };
});
