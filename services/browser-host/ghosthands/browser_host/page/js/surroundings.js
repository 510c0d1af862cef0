// What stands around the questions: buttons, the step, phrases that decide what kind of page this is.

const ASIDE =
  "[id*=cookie i],[class*=cookie i],[id*=onetrust i],[class*=consent-banner i]," +
  "[role=search],nav,footer [class*=newsletter i]";
const DIALOG = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true]";
const METER = "[role=progressbar]";
const CURRENT = "[aria-current=step]";
const MOST_STEPS = 20;
const STRONG = "h1,h2,h3,h4,[role=heading],[role=status],[role=alert],[role=dialog],dialog";

function buttonOf({ el, scope, drawn = false }, fieldCounts, lastAsked) {
  const isInput = el.localName === "input";
  const form = formOf(el);
  const text = isInput ? el.value || el.alt || "" : words(el) || tidy(el.textContent);
  const name = calledOf(el);
  return {
    css: locate(el, scope),
    text: tidy(text).slice(0, 120),
    name: name.slice(0, 120),
    submits: el.type === "submit" || el.type === "image",
    link: el.localName === "a" && !isPressedByScript(el),
    enabled: !isDisabled(el) && !(drawn && el.closest("[class*=disabled i]")),
    hint: Object.keys(rules.buttons).find((role) => rules.buttons[role] && el.matches(rules.buttons[role])) ?? "",
    aside: el.closest(ASIDE) !== null,
    form_fields: form ? fieldCounts.get(form) ?? 0 : -1,
    target: form ? targetOf(el, form) : "",
    strays: form !== null && targetOf(el, form) !== targetOf(form, form),
    pressed: look.pressed.has(el),
    leads_to: el.localName === "a" && !isPressedByScript(el) ? addressOf(el) : "",
    form: formNumberOf(el),
    ...placeBelow(el, form, lastAsked),
    over: isInNotice(el),
    drawn,
  };
}

// Keeps what is pressed from now on, by whomever.
function hearPresses(pressed) {
  addEventListener("click", (event) => event.composedPath().forEach((each) => pressed.add(each)), { capture: true });
  return pressed;
}

// How it stands to the last question, and what it may answer there instead: a bar at the end of the page, say.
function placeBelow(el, form, lastAsked) {
  if (lastAsked === null || !isAfter(el, lastAsked)) return { last: false };
  const asked = chainOf(lastAsked);
  let box = el;
  for (let up = parentOf(box); up && !asked.some((each) => up.contains(each)); up = parentOf(up)) box = up;
  return { last: true, ends: form === formOf(lastAsked), told_there: tidy(box.textContent).slice(0, LONGEST_TOLD) };
}
const LONGEST_TOLD = 400;

// Whether it answers a dialog that asks for nothing to be filled in.
function isInNotice(el) {
  const dialog = el.closest(DIALOG);
  return dialog !== null && !isOrHas(dialog);
}

// How and where its form would be sent, without what follows the path: that may change with every look.
function targetOf(el, form) {
  const method = attribute(el, "formmethod") || attribute(form, "method") || "get";
  const address = attribute(el, "formaction") || attribute(form, "action");
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : null;
  return `${method.toLowerCase()} ${url ? url.origin + url.pathname : address.replace(/[?#].*/, "")}`;
}

// Where a link leads; its fragment stays where the page does not show what that names.
function addressOf(link) {
  const { href, hash } = link;
  const named = hash && link.getRootNode().getElementById?.(hash.slice(1));
  return hash && !(named && isSeen(named)) ? href : href.replace(/#.*/s, "");
}

// What it is called where it shows no words: by itself, by what it points at, or by the picture on it.
function calledOf(el) {
  const pictured = [...el.querySelectorAll("img[alt],[role=img][aria-label],svg[aria-label]")];
  const said = byIds(el, "aria-labelledby").map((each) => each.textContent);
  const drawn = pictured.map((each) => each.alt ?? attribute(each, "aria-label"));
  return tidy(attribute(el, "aria-label")) || tidy(said.join(" ")) || tidy(attribute(el, "title")) || tidy(drawn.join(" "));
}

// A link that leads nowhere: what it is for is done by script, as a button's is.
const isPressedByScript = (el) => /^(?:#?$|javascript:)/i.test(attribute(el, "href").trim());

// The form it belongs to, through the shadow roots of components.
function formOf(el) {
  if (el.form) return el.form;
  for (let box = el; box; box = box.getRootNode().host) {
    const form = box.closest("form");
    if (form) return form;
  }
  return null;
}

//: form -> its number, in the order in which their first questions stand on the page
const numbered = new Map();

// The number of the form it belongs to; 0 without one.
function formNumberOf(el) {
  const form = formOf(el);
  if (form && !numbered.has(form)) numbered.set(form, numbered.size + 1);
  return form ? numbered.get(form) : 0;
}

// What holds an element, root by root, from the document down to itself.
function chainOf(el) {
  const chain = [];
  for (let at = el; at; at = at.getRootNode().host) chain.unshift(at);
  return chain;
}

// Whether one stands after the other: judged in the root that both stand in, or the components that hold them.
function isAfter(el, other) {
  const [mine, theirs] = [chainOf(el), chainOf(other)];
  const apart = mine.findIndex((each, level) => each !== theirs[level]);
  const there = theirs[apart];
  return Boolean(there && there.compareDocumentPosition(mine[apart]) & Node.DOCUMENT_POSITION_FOLLOWING);
}

// How many questions a person can answer in each form.
function countFields(members, asked) {
  const counts = new Map();
  members.forEach(([{ el }], index) => {
    const form = formOf(el);
    if (form && asked[index].reachable) counts.set(form, (counts.get(form) ?? 0) + 1);
  });
  return counts;
}

const frameOf = (el) => ({
  seen: isSeen(el),
  form: formNumberOf(el),
  said: tidy(["title", "aria-label", "name"].map((name) => attribute(el, name)).join(" ")),
});

// A document may stand without a body, or without anything at all.
const bodyOf = (root) => root.body ?? root.documentElement ?? root;
const lowered = (node) => (node.textContent ?? "").toLowerCase();
const textIn = (scope) => (scope.text ??= lowered(bodyOf(scope.root)));

// The smallest visible elements that say it.
function holders(el, pattern) {
  const inner = [...el.children].filter((child) => !WORDLESS.has(child.tagName) && pattern.test(lowered(child)));
  if (inner.length) return inner.flatMap((child) => holders(child, pattern));
  const isHeard = !(el instanceof ShadowRoot) && isSeen(el) && pattern.test(words(el).toLowerCase());
  return isHeard ? [el] : []; // what only stands in a script is not said
}

// Told apart only where something is said at all: most pages say none of it, and one search is enough for those, and for
// all looks that find the very same text again.
const anything = new Saying([
  ...rules.phrases.confirmed.patterns.map(({ source }) => source),
  [
    ...Object.entries(rules.phrases).flatMap(([name, { patterns }]) => (name === "confirmed" ? [] : patterns)),
    rules.limited,
    rules.tooMany,
    rules.step,
  ].map(({ source }) => source).join("|"),
]);
//: root -> the text in which nothing is said
const silent = (look.silent ??= new WeakMap());

function isTelling(scope) {
  scope.telling ??= silent.get(scope.root) !== textIn(scope) && anything.test(textIn(scope));
  if (!scope.telling) silent.set(scope.root, textIn(scope));
  return scope.telling;
}

function saying(pattern) {
  const telling = found.scopes.filter((scope) => isTelling(scope) && pattern.test(textIn(scope)));
  return telling.flatMap(({ root }) => holders(bodyOf(root), pattern));
}

function isMeant(el, pattern) {
  const text = tidy(lowered(el));
  return !rules.condition.test(text.slice(0, text.search(pattern)));
}

//: what speaks of what was just done, wherever it stands
const NOTICE =
  "[role=status],[role=alert],[role=alertdialog],[role=dialog],dialog,[class*=toast i],[class*=snackbar i]," +
  "[class*=notification i],[class*=alert i],[class*=flash i]";
const ITEM = "li,tr,[role=listitem],[role=row],article,div,section";

// Whether it is told of one of the applications that a page lists, which may be another: only a notice that belongs to
// none of them speaks of what was just sent.
function isOfList(el) {
  const isNotice = (box) => box !== null && !isOneOfList(box);
  return !isNotice(el.closest(NOTICE)) && (isOneOfList(el) || standsBelowOverview(el));
}

function isOneOfList(el) {
  for (let box = el; box; box = parentOf(box)) if (box.matches(ITEM) && isListItem(box)) return true;
  return false;
}

// A row of a table that lays a page out has one cell with words; boxes are one of many where they are made alike.
function isListItem(box) {
  if (box.matches("li,[role=listitem],[role=row]")) return true;
  if (box.localName === "tr") return [...box.cells].filter((each) => hasLetter(each.textContent)).length > 1;
  const isAlike = (each) => each.localName === box.localName && each.className === box.className && each.querySelector(LINKED);
  const alike = [...(box.parentElement?.children ?? [])].filter(isAlike);
  return (box.className !== "" || box.localName === "article") && alike.length > 1 && alike.includes(box);
}
const LINKED = "a,h2,h3,h4,h5,h6,[role=heading]";

const isOverview = (heading) => isSeen(heading) && rules.overview.test(words(heading));
const standsBelowOverview = (el) => all("h1,h2,h3,h4,[role=heading]").some((each) => !each.contains(el) && isOverview(each) && isAfter(el, each));

const LONGEST_THANKS = 400;
//: the words of what thanks
const thanks = [];

// Phrase -> how plainly it is said: "strong" in a heading, a status or a dialog, else "weak".
function phrases() {
  const heard = {};
  for (const [name, pattern] of Object.entries(rules.phrases)) {
    const isToldHere = (el) => isMeant(el, pattern) && !(name === "confirmed" && isOfList(el));
    const told = saying(pattern).filter(isToldHere);
    if (name === "confirmed") thanks.push(...told.map((el) => tidy(words(el)).slice(0, LONGEST_THANKS)));
    if (told.length) heard[name] = told.some((el) => el.closest(STRONG)) ? "strong" : "weak";
  }
  return heard;
}

function step() {
  const counted = [...stepsInWords(), ...stepsInMeters(), ...stepsInLists()];
  const distinct = new Map(counted.map((each) => [each.join("/"), each]));
  if (distinct.size !== 1) return null;
  const [[current, total]] = distinct.values();
  return current >= 1 && current <= total ? { current, total } : null;
}

function stepsInWords() {
  const told = saying(rules.step).map((el) => tidy(lowered(el)).match(rules.step));
  return told.filter(Boolean).map(([, current, total]) => [Number(current), Number(total)]);
}

// A meter counts steps only if it starts at one or says so in words; a percentage proves nothing.
function stepsInMeters() {
  return all(METER).filter((el) => isSeen(el) || isSeen(parentOf(el) ?? el)).map(stepOfMeter).filter(Boolean);
}

function stepOfMeter(el) {
  const words = `${attribute(el, "aria-valuetext")} ${attribute(el, "aria-label")}`.toLowerCase();
  const [, current, total] = words.match(rules.step) ?? [];
  if (current) return [Number(current), Number(total)];
  const [now, least, most] = ["now", "min", "max"].map((each) => Number(el.getAttribute(`aria-value${each}`)));
  return least === 1 && Number.isInteger(now) && most <= MOST_STEPS ? [now, most] : null;
}

function stepsInLists() {
  const current = all(CURRENT).find(isSeen);
  const item = current?.closest("li") ?? current;
  const steps = [...(item?.parentElement?.children ?? [])].filter((each) => each.localName === item.localName);
  return steps.length > 1 ? [[steps.indexOf(item) + 1, steps.length]] : [];
}

// Platforms that left a mark in the page, and markers of an outcome that can be seen.
const platforms = () => Object.keys(rules.platforms).filter((name) => all(rules.platforms[name]).length > 0);
const markers = () => Object.keys(rules.markers).filter((name) => all(rules.markers[name]).some(isSeen));
