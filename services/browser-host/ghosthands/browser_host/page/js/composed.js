// Controls a page puts together itself: questions that no single element of HTML asks, and elements that ask nothing.

const YES_OR_NO = /^(?:yes|no|ja|nein|oui|non|sí|si|sim|não|nee)$/i;
const PRESSED = /(?:^|[\s_-])(?:active|selected|checked|pressed)(?:$|[\s_-])/i;
const ACTING = "[role=combobox],[role=radio],[role=checkbox],[role=switch]";
const ASKS_TO_PICK =
  /^(?:pick|select|choose|enter)\W+(?:an?\W+|the\W+|your\W+)?(?:start\W+|end\W+)?(?:date|day|month)\b/i;

const ASKS_FOR_TIME = /\btime\b|^h{1,2}:m{1,2}/i;

//: what was picked already, shown as options
const PICKS = rules.lists.picks;

// An element that only repeats to the form what the ARIA control beside it says.
function isMirror(el) {
  if (el.localName !== "select" && el.closest(rules.drawn.mirror)?.parentElement.querySelector("select")) return true;
  if (selectBehind(el)?.matches(":has(option:not([value='']))")) return true;
  if (el.localName === "select" && drawnFor(el)) return true;
  if (el.localName === "input" && el.readOnly && shownInside(el.closest("button")) === el) return true;
  const beside = [el.previousElementSibling, el.nextElementSibling].filter(Boolean);
  if (isTrue(el, "aria-hidden") && (beside.some((each) => each.matches(ACTING)) || isOfCombobox(el))) return true;
  return el.type === "checkbox" && !isSeen(el) && beside.some((each) => each.localName === "button" && isChoice(each));
}

// The box in which a button shows what is chosen in the list that it opens: it can't have the focus, and the label may
// point at it all the same.
const shownInside = (el) => (el?.matches("button[aria-haspopup=listbox]") ? el.querySelector("input[readonly]") : null);

// What is typed into, in a control that a script draws for a list.
const isDrawnForList = (el) => el.matches(`:is(${rules.drawn.stands_in}) input`) && !el.closest(rules.drawn.phone_box);

// The list that a script draws another control for, in which one may choose as well while it has all options.
function selectBehind(el) {
  const drawn = isDrawnForList(el) ? el.closest(rules.drawn.stands_in) : null;
  const beside = [drawn?.previousElementSibling, drawn?.nextElementSibling];
  return drawn?.querySelector("select") ?? beside.find((each) => each?.localName === "select") ?? null;
}

// What stands behind an unseen list that is sent for it: a combobox, or the one box that is typed into and sent under no name.
function drawnFor(list) {
  const drawn = list.nextElementSibling;
  if (!drawn || list.checkVisibility() || !list.options.length || drawn.matches(`:is(${rules.drawn.stands_in},${rules.drawn.mirror})`)) return null;
  if (drawn.matches("[role=combobox]")) return isSeen(drawn) ? drawn : null;
  const [box, ...others] = drawn.matches("input") ? [drawn] : [...drawn.querySelectorAll(CONTROLS)];
  return box && !others.length && box.type === "text" && !box.name && list.name && isSeen(box) ? box : null;
}

function listBehind(el) {
  const before = [el, el.parentElement].map((each) => each?.previousElementSibling);
  return before.find((each) => each?.localName === "select" && drawnFor(each) === el) ?? null;
}

const prompted = typeof look === "undefined" ? new WeakSet() : (look.prompted ??= new WeakSet());
const PROMPTS_FOR_FILE = /\b(?:files?|photo|picture|r[eé]sum[eé]|cv|documents?)\b/i;
const promptsToSelect = (el) => hasLetter(words(el)) && rules.placeholder.test(words(el)) && !PROMPTS_FOR_FILE.test(words(el));

// Says in a place of its own, over the box, that something is to be selected.
const liesOver = (each, el) => !isOrHas(each) && promptsToSelect(each) && isSeen(each) && isOverlapping(el, each);
const isUnderPrompt = (el) => [el.previousElementSibling, el.nextElementSibling].some((each) => each && liesOver(each, el));

// A box that can have the focus, shows a hand and says no more than to select; what it said first makes it one for good.
function isPrompting(el) {
  const says = () => promptsToSelect(el) || (words(el) === "" && isUnderPrompt(el));
  const isBox = () => showsHand(el) && isSeen(el) && !el.closest("button,a,label,[role]") && !isOrHas(el) && !el.querySelector("button,a");
  if (!prompted.has(el) && el.hasAttribute("tabindex") && el.tabIndex >= 0 && says() && isBox()) prompted.add(el);
  return prompted.has(el);
}

// A box to type into over which lies the word to select.
function isPrompted(el) {
  if (!prompted.has(el) && !el.placeholder && el.value === "" && isUnderPrompt(el)) prompted.add(el);
  return prompted.has(el);
}

// What a combobox drawn of boxes has in it for nobody: it is neither seen nor typed into.
const isOfCombobox = (el) => el.localName === "input" && el.readOnly && el.parentElement.closest("[role=combobox]") !== null;

// The arrow of a combobox whose input is the control.
const isArrow = (el) =>
  el.getAttribute("role") !== "combobox" && Boolean(el.parentElement?.querySelector("input[role=combobox]"));

//: what opens in the place of a control, beside the lists of a combobox
const OPENS = new Set(["dialog", "menu", "tree", "grid"]);
const DATED = /\b(?:date|day|month|birth(?:day)?|available from|available on)\b/i;

// A list that is itself what opens it: it says whether it is open.
const isDropdown = (list) =>
  list.getAttribute("role") === "listbox" && list.hasAttribute("aria-expanded") && list.localName !== "input" && list.tabIndex >= 0;

// A button that asks something: what it opens is to be chosen from, and somebody gave it a label; its own words are the
// answer.
function isAsking(el, scope) {
  if (!OPENS.has(attribute(el, "aria-haspopup"))) return false;
  if (byIds(el, "aria-labelledby").some((each) => each !== el && !el.contains(each))) return true;
  if (labelElements(el, scope).length > 0 || standsUnderLabel(el)) return true;
  const { host } = el.getRootNode();
  return Boolean(host && typeof host.value !== "undefined" && attribute(el, "aria-label"));
}

// A label that points at nothing, in a box where there is nothing else but this button and what it opens.
function standsUnderLabel(el) {
  const opened = byIds(el, "aria-controls");
  let box = el.parentElement;
  for (let level = 0; box && level < LEVELS && box.localName !== "form"; level += 1, box = box.parentElement) {
    const others = [...box.querySelectorAll(`${CONTROLS},button`)].filter((each) => each !== el);
    if (others.some((each) => !opened.some((list) => list.contains(each)))) return false;
    if ([...box.querySelectorAll("label")].some((label) => !label.control && hasLetter(words(label)))) return true;
  }
  return false;
}

const asksForDate = (el, scope) => DATED.test(words(el)) || DATED.test(ownName(el, scope));

// A box that takes a date, and opens a calendar beside: it may be called a combobox all the same.
const opensCalendar = (el, scope) =>
  OPENS.has(attribute(el, "aria-haspopup")) &&
  (isDateBox(el, scope) || DATE_FORMAT.test(attribute(el, "placeholder").trim()) || ASKS_TO_PICK.test(attribute(el, "placeholder")) || saysDate(el));
// What opens a dialog, offers nothing while one types, and is called a date.
const isDateBox = (el, scope) =>
  attribute(el, "aria-haspopup") === "dialog" && !el.hasAttribute("aria-autocomplete") && /\bdate\b/i.test(ownName(el, scope));
const saysDate = (el) =>
  /\bdate\b/i.test(attribute(el, "aria-roledescription")) || byIds(el, "aria-describedby").some((each) => /\bcalendar\b/i.test(words(each)));
const opensClock = (el) => attribute(el, "aria-haspopup") === "dialog" && ASKS_FOR_TIME.test(attribute(el, "placeholder"));
// What nothing can be typed into, and asks to choose.
const isOnlyPicked = (el) => el.readOnly && attribute(el, "placeholder") !== "" && rules.placeholder.test(attribute(el, "placeholder"));
const DATE_FORMAT = /^(?=.*y)[dmy]{1,4}(?:\W+[dmy]{1,4}){1,2}$/i;

// The nearest of what is around an element that a selector hits, through the slots and roots of components.
function around(el, css) {
  for (let at = el; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
    if (at.matches(css)) return at;
  }
  return null;
}

// The nearest box of nothing but tick boxes that has a name of its own: they are the answers to one question.
function tickGroupOf(el, scope) {
  if (!isTickBox(el)) return null;
  let box = el.parentElement;
  for (let level = 0; box && level < LEVELS; level += 1, box = box.parentElement) {
    if (box.localName === "form" || controlsIn(box).some((each) => !isTickBox(each))) return null;
    if (controlsIn(box).length < 2) continue;
    const isGroup = box.matches(TICK_GROUPS);
    const given = isGroup ? groupName(box, scope) : pointedAt(box, scope);
    const name = given || (isGroup ? labelBefore(box) || textBefore(box) : freeLabelBefore(box));
    if (name) return controlsIn(box).some((each) => isConsent(optionName(each, scope))) ? null : box;
  }
  return null;
}

//: a list is a group only where it has a name: forms are laid out as lists too
const TICK_GROUPS = "[role=group],fieldset,[role=list][aria-labelledby],[role=list][aria-label]";
const pointedAt = (box, scope) => (box.id ? (scope.labels.get(box.id) ?? []).map(words).join(" ") : "");
const labelBefore = ({ previousElementSibling: before }) => (before?.localName === "label" ? words(before) : "");
const freeLabelBefore = (box) => (box.previousElementSibling?.control ? "" : labelBefore(box));
// What stands before a group by its role, and is no heading of more than that.
const textBefore = (box) => {
  const before = box.previousElementSibling;
  const asks = box.matches("[role=group]") && before && !before.matches(HEADED) && !holdsControl(before);
  return asks && said(before).length <= LONGEST_NEARBY ? said(before) : "";
};
const isTickBox = (el) => el.type === "checkbox" || el.getAttribute("role") === "checkbox";
// What stands for itself, whatever it stands under.
const isConsent = (text) => text.length > LONGEST_OPTION || /^(?:i|we|yes)\b/i.test(text);
const LONGEST_OPTION = 60;

// Buttons one of which is the answer: `Yes` beside `No`, or a named group of buttons that stay pressed.
function isChoice(el) {
  if (isOfRating(el)) return true;
  const says = isTogglable(el) ? isTogglable : isYesOrNo;
  if (!says(el)) return false;
  const buttons = [...(choicesOf(el)?.querySelectorAll("button,[role=button]") ?? [])];
  return buttons.length > 1 && buttons.every(says);
}

//: the fewest and the most steps of a rating
const [FEWEST_STEPS, MOST_STEPS_RATED] = [4, 11];
//: what leads through pages of results
const PAGER = "nav,[role=navigation],[class*=pagina i],[class*=pager i],[aria-label*=page i]";

// Buttons of a form that count from none or one on, and nothing but these: stars, or how likely from 0 to 10.
function isOfRating(el) {
  const buttons = [...(choicesOf(el)?.querySelectorAll("button,[role=button]") ?? [])];
  if (buttons.length < FEWEST_STEPS || buttons.length > MOST_STEPS_RATED || el.hasAttribute("aria-haspopup")) return false;
  const steps = buttons.map(stepOf);
  const isCounted = steps[0] <= 1 && steps.every((step, at) => step === steps[0] + at);
  return isCounted && !buttons.some(maySend) && el.closest("form") !== null && !el.closest(PAGER);
}

// The number that a button says, if it says nothing else, or that stands first in its name: "4 stars".
function stepOf(el) {
  const says = tidy(el.textContent);
  const told = /[\p{L}\p{N}]/u.test(says) ? says.match(/^\d{1,2}$/) : tidy(attribute(el, "aria-label")).match(/^\d{1,2}(?=\s+\p{L}+$|$)/u);
  return told ? Number(told[0]) : NaN;
}

const isYesOrNo = (el) => YES_OR_NO.test(tidy(el.textContent)) && !el.hasAttribute("aria-haspopup");
const isTogglable = (el) =>
  el.hasAttribute("aria-pressed") && hasLetter(el.textContent) && isNamed(el.closest("[role=group],[role=toolbar],fieldset"));
// Of buttons that stay pressed several may be; of two it is one or the other.
function choiceKind(el) {
  const buttons = choicesOf(el)?.querySelectorAll("button,[role=button]") ?? [];
  return isTogglable(el) && buttons.length > 2 ? "checkbox" : "radio";
}
const isNamed = (group) => Boolean(group?.matches("fieldset,[aria-label],[aria-labelledby]")) || isAllAsked(group);
// Whether a group without a name is all that a named one around it asks.
function isAllAsked(group) {
  const set = group?.matches("[role=group]") ? group.closest("fieldset") : null;
  if (!set || controlsIn(set).length > 0) return false;
  return [...set.querySelectorAll("button,[role=button]")].every((each) => group.contains(each));
}

// What holds the buttons of one question.
function choicesOf(el) {
  let box = el.parentElement;
  for (let level = 0; box && level < 2; level += 1, box = box.parentElement) {
    if (box.querySelectorAll("button,[role=button]").length > 1) return box;
  }
  return null;
}

// The box of radios that count themselves, as the stars of a rating do; null where there is none.
function countedSetOf(el) {
  const size = Number(attribute(el, "aria-setsize"));
  let box = size > 1 ? el.parentElement : null;
  for (let level = 0; box && level < LEVELS; level += 1, box = box.parentElement) {
    if (box.querySelectorAll("[role=radio][aria-setsize]").length === size) return box;
  }
  return null;
}

// A rating shows every star up to the one that counts as chosen.
function isPassed(el) {
  const counted = el.getAttribute("role") === "radio" ? countedSetOf(el) : null;
  if (isOfRating(el)) {
    const buttons = [...choicesOf(el).querySelectorAll("button,[role=button]")];
    return buttons.slice(buttons.indexOf(el) + 1).some(isPressed);
  }
  const place = (each) => Number(attribute(each, "aria-posinset"));
  return Boolean(counted) && [...counted.querySelectorAll("[role=radio]")].some((each) => isPressed(each) && place(each) > place(el));
}

const isPressed = (el) =>
  ["aria-checked", "aria-pressed", "aria-selected"].some((name) => isTrue(el, name)) ||
  (!el.hasAttribute("role") && PRESSED.test(attribute(el, "class")));

// What stands around a box that takes texts one by one, those it took included.
function tagBoxOf(el) {
  const known = el.closest(rules.drawn.tag_box);
  if (known || el.localName !== "input" || el.type !== "text") return known;
  let box = el.parentElement;
  let named = null;
  for (let level = 0; box && level < LEVELS && controlsIn(box).length < 2; level += 1, box = box.parentElement) {
    if (NAMED_FOR_TAGS.test(attribute(box, "class")) || (level === 0 && SAYS_ENTER.test(attribute(el, "placeholder")))) named = box;
  }
  return named;
}
const SAYS_ENTER = /\b(?:press|hit) enter\b/i;
//: how pages call a box that takes texts one by one
const NAMED_FOR_TAGS =
  /(?:input|field|editor)[-_]?(?:tags?|chips?)\b|(?:tags?|chips?)[-_]?(?:input|field|editor|grid|set)\b/i;

// What holds the choices of one question: a group, a list, or a box that a label points at.
function groupBox(inputs, scope) {
  const group = around(inputs[0], "fieldset,[role=radiogroup],[role=group],[role=toolbar],[role=listbox]");
  if (group) return group;
  const boxes = inputs.length > 1 ? [inputs[0].parentElement, firstBranch(inputs).parentElement] : [];
  return boxes.find((box) => box?.id && scope.labels.has(box.id)) ?? null;
}

const standalone = new Map();

// A list that stands on the page by itself instead of opening below a combobox.
function isStandalone(list) {
  if (!standalone.has(list)) {
    const isOthers = list.matches(PICKS) || tagBoxOf(list) || hasOpener(list) || isDrawnApart(list);
    standalone.set(list, !isOthers && isSeen(list));
  }
  return standalone.get(list);
}

function hasOpener(list) {
  const id = quoted(list.id);
  const openers = `[aria-controls~=${id}],[aria-owns~=${id}]`;
  return list.id !== "" && list.getRootNode().querySelector(openers) !== null;
}

// A list at the end of the body, where nothing else is asked, belongs to a combobox.
const isDrawnApart = (list) => !branchOf(list).querySelector("input:not([type=hidden]),select,textarea,button");

function branchOf(el) {
  let branch = el;
  while (branch.parentElement && branch.parentElement !== document.body) branch = branch.parentElement;
  return branch;
}

const optionKind = (list) => (isTrue(list, "aria-multiselectable") ? "checkbox" : "radio");

// One part of a date with an element of its own, and which one: `month`, or `month, ` before what the whole is called.
const isSection = (el) => el.getAttribute("role") === "spinbutton" && isPart(sectionPart(el));
const isPart = (part) => datePart(part) !== "" || timePart(part) !== "";
const isSlider = (el) => el.getAttribute("role") === "slider";
const isDateButton = (el) => el.localName === "button" && OPENS.has(attribute(el, "aria-haspopup"));

const isCalendar = (el) => el.getAttribute("role") === "grid";
const DAYS_AT_LEAST = 28;

// A calendar that stands on the page by itself, where a day is chosen in it: neither a box nor a button opened it.
function isOpenCalendar(grid) {
  const days = [...grid.querySelectorAll("[role=gridcell],td")].filter((each) => /^\d{1,2}$/.test(tidy(each.textContent)));
  if (days.length < DAYS_AT_LEAST || grid.closest(`${APART},[popover]`) || hasOpener(grid)) return false;
  const box = aroundCalendar(grid);
  return [...branchOf(grid).querySelectorAll("input:not([type=hidden]),select,textarea")].some((each) => !box.contains(each));
}

// A calendar with the buttons that lead to other months.
function aroundCalendar(grid) {
  const leads = (box) => [...box.querySelectorAll("button,[role=button],a")].some((each) => !grid.contains(each));
  let box = grid;
  for (let level = 0; level < LEVELS && box.parentElement && !leads(box); level += 1) box = box.parentElement;
  return box;
}

const APART = "[role=dialog],[role=alertdialog],[aria-modal=true]";
const LIST = `[role=listbox],[role=menu],[class*=autocomplete-results i],${rules.lists.box}`;
//: what a control opens to be answered in
const OPENED = `${LIST},[role=tree],${APART}`;
// What may be opened by a control, or stand apart from all of them, and is to be seen now.
const openNow = () => [...hitsIn(document, OPENED).filter(isSeen), ...[...(document.body?.children ?? [])].filter(isOrHasSeen)];
const DAY_CHOSEN = "[aria-selected=true],[aria-pressed=true],[data-selected=true],[data-selected='']";

// The day chosen in it, as far as its cell says it, else with the month it shows; empty where none is.
function dayChosenIn(grid) {
  const cell = grid.querySelector(DAY_CHOSEN);
  if (!cell) return "";
  const told = [cell, ...cell.querySelectorAll("*")].flatMap((each) => DAY_TOLD.map((name) => attribute(each, name)));
  const iso = told.map((text) => text.match(/\d{4}-\d{2}-\d{2}/)?.[0]).find(Boolean);
  return iso ?? `${tidy(cell.textContent)} ${attribute(grid, "aria-label")}`;
}

const DAY_TOLD = ["data-day", "data-date", "datetime", "data-value"];

// What a button without words says in its name: what is asked, and what is chosen, which stand apart in its label.
function saidApart(el) {
  const wrapper = el.localName === "button" && !words(el) ? el.closest("label") : null;
  const name = tidy(attribute(el, "aria-label"));
  const shown = wrapper && words(wrapper);
  const cut = [...name.matchAll(/, /g)].find(({ index }) => `${name.slice(0, index)} ${name.slice(index + 2)}` === shown);
  return cut ? { asked: name.slice(0, cut.index), chosen: name.slice(cut.index + 2) } : null;
}

const sectionPart = (el) => attribute(el, "data-type") || tidy(attribute(el, "aria-label").split(",")[0]);

function sectionText(el) {
  const said = el.getAttribute("aria-valuetext");
  if (timePart(sectionPart(el)) === HALF && said !== null) return said === "Empty" ? "" : said;
  const isEmpty = said === null ? !el.hasAttribute("aria-valuenow") : said === "Empty";
  // What is written into it may be no more than that; its value is what it says of itself.
  return isEmpty ? "" : el.getAttribute("aria-valuenow") ?? tidy(el.textContent);
}

const isPickedDate = (el) =>
  (el.matches(rules.drawn.date_input) && !ASKS_FOR_TIME.test(attribute(el, "placeholder"))) || ASKS_TO_PICK.test(attribute(el, "placeholder"));

// What is to be picked in a list, also where a page puts it into the slot of a component, or a component into its root.
function pickableIn(list, css) {
  const plain = [...list.querySelectorAll(css)];
  return plain.length ? plain : [...composedIn(list)].filter((each) => each.matches(css));
}

function* composedIn(node) {
  const root = rootOf(node);
  const inner = root ?? node;
  const children = node.localName === "slot" ? node.assignedElements({ flatten: true }) : [...inner.children];
  for (const each of children) {
    yield each;
    yield* composedIn(each);
  }
}
