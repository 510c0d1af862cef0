// Controls that a page makes of boxes and words alone: no role, and no element of a form but the hidden input that is sent.
// That input says what they hold; what can be pressed shows a hand.

const LEAST_PARTS = 2;
const MOST_PARTS = 400;
const VALUES = ["data-value", "data-val", "data-id", "data-key", "data-rating", "data-score"];
const SWITCHED = /^(?:0|1|true|false|on|off|yes|no)$/i;
const SAYS_SWITCHED = /^(?:true|false|on|off)$/i;
const SWITCHED_ON = /^(?:1|true|on|yes)$/i;
const MADE_OTHERWISE = "[role],[aria-haspopup],select,textarea,a[href],input[type=file]";

//: what may send the form, or leave it, when it is pressed
const SENDS = "button:not([type=button]),input:is([type=submit],[type=image],[type=reset]),a[href],[role=link]";

const made = typeof look === "undefined" ? new WeakMap() : (look.made ??= new WeakMap());
// What it is made with: the input that is sent for it, and the list that it opens.
const madeOf = (el) => made.get(el) ?? null;
// The element that the page's author asks by: an unseen list, where another one is drawn for it.
const asksFor = (el) => (madeOf(el)?.input.localName === "select" ? madeOf(el).input : el);

const valueOf = (el) => VALUES.map((name) => el.getAttribute(name)).find((value) => value !== null) ?? null;
const showsHand = (el) => getComputedStyle(el).cursor === "pointer";
const saysShort = (el) => tidy(el.textContent).length <= LONGEST_OPTION && !isOrHas(el);

// Whether a press on it may press what sends: it is that, holds it or lies in it.
const maySend = (el) => el.closest(SENDS) !== null || el.querySelector(SENDS) !== null;
const showsPress = (el) => isSeen(el) && showsHand(el) && !maySend(el);

const looked = new Set();

// The control around a hidden input, among all others where it stands; none where the page says in any other way what it is.
function hearMade({ el: input, scope, heading }) {
  const box = input.parentElement;
  if (!box || looked.has(box) || box.matches(WHOLE)) return; // of several inputs none tells what one control holds
  looked.add(box);
  const parts = box.getElementsByTagName("*").length;
  if (parts < LEAST_PARTS || parts > MOST_PARTS || box.querySelector(MADE_OTHERWISE)) return;
  if (box.querySelectorAll("input[type=hidden]").length > 1) return;
  const list = closedList(box);
  if ([...box.querySelectorAll(CONTROLS)].some((each) => !list?.holder.contains(each))) return;
  const opener = list && openerIn(box, list);
  const choices = list ? [] : choicesIn(box);
  const toggle = list || choices.length ? null : toggleIn(box, input);
  if (opener) hearAt({ el: opener, scope, heading, kind: "combobox" }, { input, ...list });
  for (const el of choices) hearAt({ el, scope, heading, kind: "radio" }, { input });
  if (toggle) hearAt({ el: toggle, scope, heading, kind: "checkbox" }, { input });
}

function hearAt(control, how) {
  made.set(control.el, how);
  found.buttons = found.buttons.filter(({ el }) => el !== control.el);
  const follows = ({ el }) => control.el.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING;
  const place = found.controls.findIndex((each) => each.scope === control.scope && follows(each));
  found.controls.splice(place < 0 ? found.controls.length : place, 0, control);
}

function closedList(box) {
  const [first] = [...box.querySelectorAll("li,[data-value],[data-val],[data-id]")].filter((each) => !isSeen(each) && !isOrHas(each));
  const holder = first?.parentElement ?? plainList(box);
  const items = holder ? [...holder.children].filter((each) => hasLetter(each.textContent) && !isOrHas(each)) : [];
  return items.length > 1 && holder !== box ? { holder, items } : null;
}

// What is not seen and holds nothing but several short texts alike, where something to be pressed says to select.
function plainList(box) {
  const all = [...box.querySelectorAll("*")];
  if (!all.some((each) => showsPress(each) && promptsToSelect(each))) return null;
  const isItem = (each, _, [head]) => each.localName === head.localName && !each.firstElementChild && hasLetter(each.textContent) && saysShort(each);
  return all.find((each) => !isSeen(each) && each.childElementCount > 1 && [...each.children].every(isItem)) ?? null;
}

const openerIn = (box, { holder }) =>
  [box, ...box.querySelectorAll("*")].find((each) => !holder.contains(each) && showsPress(each)) ?? null;

// Beside each other, each for a value of its own.
function choicesIn(box) {
  const [first] = [...box.querySelectorAll("*")].filter((each) => isChoosable(each));
  const beside = first ? [...first.parentElement.children].filter(isChoosable) : [];
  const values = new Set(beside.map((each) => valueOf(each) ?? tidy(each.textContent)));
  return beside.length > 1 && values.size === beside.length ? beside : [];
}

function isChoosable(el) {
  if (valueOf(el) === null && !YES_OR_NO.test(tidy(el.textContent))) return false;
  return saysShort(el) && isSeen(el) && !maySend(el) && (el.localName === "button" || showsHand(el));
}

// One thing without words that is pressed, for an input that is on or off.
function toggleIn(box, input) {
  const hands = [...box.querySelectorAll("*")].filter((each) => !hasLetter(each.textContent) && isSeen(each) && showsHand(each));
  const [only, ...others] = hands.filter((each) => !hands.includes(each.parentElement));
  if (!only || others.length || !hasLetter(box.textContent) || maySend(only) || isNamedButton(only)) return null;
  return SWITCHED.test(input.value) || (input.value === "" && [input, only].some(saysSwitched)) ? only : null;
}

const isNamedButton = (el) => rules.button_like.test(attribute(el, "aria-label") || attribute(el, "title"));
// An input that holds nothing yet is sent for many a thing: that this one is on or off is said beside it.
const saysSwitched = (el) => Object.values(el.dataset).some((each) => SAYS_SWITCHED.test(each));

function isMadeTicked(el) {
  const { value } = madeOf(el).input;
  if (valueOf(el) === null && !YES_OR_NO.test(tidy(el.textContent))) return SWITCHED_ON.test(value);
  return value !== "" && value.toLowerCase() === (valueOf(el) ?? tidy(el.textContent)).toLowerCase();
}

// What is drawn for a list that nobody sees and that the form sends: it offers what that does, or says what is chosen there.
function hearDrawn({ el: list, scope, heading }) {
  if (isSeen(list) || isLaidOver(list) || standsIn(list) || drawnFor(list)) return;
  const labels = [...list.options].filter((option) => !isPlaceholder(option)).map(({ label }) => tidy(label));
  if (!labels.length) return;
  for (let box = list.parentElement, level = 0; box && !box.matches(WHOLE) && level < LEVELS; level += 1, box = box.parentElement) {
    if (askingIn(box).some((each) => each !== list && (isSeen(each) || each.localName === "select"))) return;
    const drawn = listDrawn(box, list, labels) ?? { holder: null, items: null };
    const opener = drawn.holder ? openerOf(box, list, drawn.holder) : sayingIn(box, list);
    if (!opener) continue;
    found.controls = found.controls.filter(({ el }) => !box.contains(el));
    return hearAt({ el: opener, scope, heading, kind: "combobox" }, { input: list, ...drawn });
  }
}

// What is closed, and has an item for each option.
function listDrawn(box, list, labels) {
  const offers = (each) => {
    const said = each.childElementCount < labels.length ? null : new Set([...each.children].map((item) => tidy(item.textContent)));
    return said !== null && labels.every((label) => said.has(label));
  };
  const holder = [...box.querySelectorAll("*")].find((each) => !list.contains(each) && !isSeen(each) && offers(each));
  const items = holder ? [...holder.children].filter((item) => labels.includes(tidy(item.textContent))) : [];
  return holder && items.length === labels.length ? { holder, items } : null;
}

const isPressable = (each) => isSeen(each) && !maySend(each) && (showsHand(each) || each.matches("button,[tabindex='0']"));
const pressablesIn = (box, list) => [...box.querySelectorAll("*")].filter((each) => each !== list && !each.closest("label") && isPressable(each));
const openerOf = (box, list, holder) => pressablesIn(box, list).find((each) => !holder.contains(each)) ?? null;

// The one thing to be pressed that says what the list holds.
function sayingIn(box, list) {
  const shown = tidy(list.selectedOptions[0]?.label ?? "");
  const [only, ...others] = pressablesIn(box, list).filter((each, _, all) => !all.includes(each.parentElement));
  return only && !others.length && shown !== "" && words(only) === shown ? only : null;
}

function chosenInMade(el) {
  const { input, holder, items } = madeOf(el);
  if (input.localName === "select") return isChosen(input) ? [tidy(input.selectedOptions[0].label)] : [];
  if (input.value === "") return [];
  const item = items.find((each) => valueOf(each) === input.value);
  const shown = [...el.childNodes].filter((each) => !each.contains(holder)).map((each) => tidy(each.textContent)).join(" ");
  return [item ? optionWords(item) : tidy(shown)];
}

//: what calls itself a button, or says that pressing it does something
const CALLED_BUTTON =
  "[onclick],[tabindex='0'],[class~=btn i],[class*='btn-' i],[class*='-btn' i],[class*=_btn i],[class*=button i],[class*=cta i]";
const ACTS_BY_ROLE =
  "button,label,summary,select,option,[contenteditable],nav,footer," +
  ["button", "link", "option", "tab", "menuitem", "radio", "checkbox", "switch", "combobox", "listbox", "treeitem"].map((role) => `[role=${role}]`).join();

// The buttons that a page makes of boxes with words alone, in the order of the page. Which of their words are a button's is
// for others to judge.
function drawnButtons(scope) {
  const leaves = [...bodyOf(scope.root).querySelectorAll("*")].filter(saysAsButton);
  const hands = leaves.map(handAround).filter((el) => el !== null && isSeen(el) && !isHeardOtherwise(el));
  return [...new Set(hands)].map((el) => ({ el, scope, drawn: true }));
}

// A text by itself that is short, and in words or by what is around it a button's.
function saysAsButton(el) {
  if (el.firstElementChild || WORDLESS.has(el.tagName) || el.textContent.length > MOST_AROUND_WORDS) return false;
  const text = tidy(el.textContent);
  return hasLetter(text) && text.length <= LONGEST_BUTTON && (rules.button_like.test(text) || el.closest(CALLED_BUTTON) !== null);
}
//: of a button's text, with the blanks in which it is laid out
const MOST_AROUND_WORDS = 200;

// The outermost box that can be pressed and says no more than that text; null where none can.
function handAround(leaf) {
  if (leaf.closest(ACTS_BY_ROLE) ?? leaf.closest(HEADED)) return null;
  let hand = null;
  for (let el = leaf; el && tidy(el.textContent) === tidy(leaf.textContent); el = el.parentElement) {
    if (showsHand(el) || el.matches("[onclick],[tabindex='0']")) hand = el;
  }
  const link = hand?.closest("a") ?? null;
  return link === null || isPressedByScript(link) ? link ?? hand : null;
}

// Whether it is a button already, or belongs to a control.
const isHeardOtherwise = (el) =>
  found.buttons.some((each) => each.el === el) ||
  found.controls.some((each) => each.el.contains(el) || el.contains(each.el) || Boolean(madeOf(each.el)?.holder?.contains(el)));
