// Controls that a page makes of boxes and words alone: no role, and no element of a form but the input that is sent, which
// is hidden, or read-only. That input says what they hold; what can be pressed shows a hand.

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
  const slid = opener || choices.length || toggle || !IS_NUMBER.test(input.value) ? null : slidIn(box);
  if (slid) hearAt({ el: slid.track, scope, heading, kind: "slider" }, { input, ...slid });
}

const IS_NUMBER = /^\d+(?:\.\d+)?$/;
//: pixels: how long what one slides along is at least, and how large what is slid
const SHORTEST_TRACK = 60;
const SMALLEST_HANDLE = 5;
const LARGEST_HANDLE = 40;

// What one slides along within a box, and what is slid: one small thing, put into its place on a bar without words.
function slidIn(box) {
  const tracks = [box, ...box.querySelectorAll("*")].filter((each) => isTrack(each) && handlesOn(each).length === 1);
  const innermost = tracks.filter((each) => !tracks.some((other) => other !== each && each.contains(other)));
  return innermost.length === 1 ? { track: innermost[0], handle: handlesOn(innermost[0])[0] } : null;
}

function isTrack(el) {
  const isBar = el.offsetWidth >= SHORTEST_TRACK && el.offsetWidth > 3 * el.offsetHeight && el.offsetHeight > 0;
  return isBar && tidy(el.textContent) === "" && !isOrHas(el) && !maySend(el) && !el.querySelector("[role]") && isSeen(el);
}

// A handle stands out of what it slides along: what is as flat as that fills it.
function handlesOn(track) {
  const flattest = Math.min(...[track, ...track.querySelectorAll("*")].map((each) => each.offsetHeight).filter((height) => height > 1));
  const all = [...track.querySelectorAll("*")].filter((each) => each.offsetHeight > flattest && isHandle(each));
  const outermost = all.filter((each) => !all.includes(each.parentElement));
  const keyed = outermost.filter((each) => each.tabIndex >= 0);
  return keyed.length ? keyed : outermost;
}

function isHandle(el) {
  const isSmall = [el.offsetWidth, el.offsetHeight].every((size) => size >= SMALLEST_HANDLE && size <= LARGEST_HANDLE);
  return isSmall && getComputedStyle(el).position !== "static" && isSeen(el);
}

// The bar that stands next after a read-only box alone, which shows where it was slid to.
function slidBeside(el) {
  for (let box = el, level = 0; box && level < 3 && !box.matches(WHOLE); box = box.parentElement, level += 1) {
    if ([...box.querySelectorAll(CONTROLS)].some((each) => each !== el)) return null;
    const next = box.nextElementSibling;
    const slid = next && tidy(next.textContent) === "" && !next.querySelector("input") ? slidIn(next) : null;
    if (slid) return slid;
  }
  return null;
}

const SAYS_MORE = /^[+＋]$|\b(?:increase|increment|plus)\b/i;
const SAYS_LESS = /^[-−–—]$|\b(?:decrease|decrement|minus)\b/i;

// The two buttons that count a read-only number, in the box where nothing else is asked.
function countedBeside(el) {
  const box = el.parentElement;
  if (!box || box.matches(WHOLE) || [...box.querySelectorAll(CONTROLS)].some((each) => each !== el)) return null;
  const pressed = [...box.querySelectorAll("button,[role=button]")].filter((each) => isSeen(each) && !maySend(each));
  const named = (each) => tidy(each.textContent) || attribute(each, "aria-label") || attribute(each, "title");
  const [more, less] = [SAYS_MORE, SAYS_LESS].map((says) => pressed.filter((each) => says.test(named(each))));
  return pressed.length === 2 && more.length === 1 && less.length === 1 ? { more: more[0], less: less[0] } : null;
}

// The kind of a read-only box that something beside it moves: told of the number in it.
function movedKind(el) {
  if (!el.readOnly || (el.value !== "" && !/\d/.test(el.value))) return null;
  const how = slidBeside(el) ?? countedBeside(el);
  if (how) made.set(el, { input: el, ...how });
  return how ? "slider" : null;
}

const isMoved = (el) => Boolean(madeOf(el)?.handle ?? madeOf(el)?.more);

function hearAt(control, how) {
  made.set(control.el, how);
  found.buttons = found.buttons.filter(({ el }) => el !== control.el);
  const follows = ({ el }) => control.el.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING;
  const place = found.controls.findIndex((each) => each.scope === control.scope && follows(each));
  found.controls.splice(place < 0 ? found.controls.length : place, 0, control);
}

function closedList(box) {
  const [first] = [...box.querySelectorAll("li,[data-value],[data-val],[data-id]")].filter((each) => !isSeen(each) && !isOrHas(each));
  const holder = first?.parentElement;
  const items = holder ? [...holder.children].filter((each) => hasLetter(each.textContent) && !isOrHas(each)) : [];
  return items.length > 1 && holder !== box ? { holder, items } : null;
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

function chosenInMade(el) {
  const { input, holder, items } = madeOf(el);
  if (input.value === "") return [];
  const item = items.find((each) => valueOf(each) === input.value);
  const shown = [...el.childNodes].filter((each) => !each.contains(holder)).map((each) => tidy(each.textContent)).join(" ");
  return [item ? optionWords(item) : tidy(shown)];
}
