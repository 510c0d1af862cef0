// Every control as the model needs it; a group of radios or checkboxes is one question. Never a value.

const STAND_INS = `[role=combobox],${rules.drawn.stands_in}`;
const CHOSEN = `[class*=selected-item],${rules.lists.chosen}`;
const REQUIRED_CLASS = /(?:^|[\s_-])(?<!\b(?:not|non)[_-])required(?:$|[\s_-])/i;
//: the name of a file, not an ending that is welcome
const FILE_NAME = /[\p{L}\p{N})_-]\.(?:pdf|docx?|odt|rtf|txt)\b/iu;
const LONE_STAR = /^[*＊✱]+$/;
const STAR = /[*＊✱]|\((?:[Rr]equired|[Mm]andatory)\)|\b(?:Required|REQUIRED)$/;
const LEVELS = 5;
const MOST_AROUND = 3;

const textOf = (label) => tidy(label).slice(0, 500);

// Behind a widget a person does see: its label, the box it sits in, the list that stands in for it.
function isReachable(el, kind, scope) {
  return !isLocked(el, kind) && isOperated(el, kind, scope);
}

const isLocked = (el, kind) => isDisabled(el) || isFixed(el, kind);

function isOperated(el, kind, scope) {
  if (isSeen(el) || isLaidOver(el)) return true;
  if (kind === "file") return !el.form || el.form.checkVisibility(); // its box may be hidden, what it belongs to not
  if (kind === "radio" || kind === "checkbox") return [...labelElements(el, scope), ...byIds(el, "aria-labelledby")].some(isSeen) || isBoxTicked(el);
  if (el.type === "range") return isBoxSeen(el);
  if (isSection(el)) return isSeen(el.closest("[role=group]") ?? el.parentElement);
  if (kind === "combobox") return el.checkVisibility() && isBoxSeen(el);
  return el.localName === "select" && (standsIn(el) || isDemandedUnseen(el));
}

// A list that nobody sees and without which the browser sends nothing, where what stands around it alone is seen. In a
// part of the form that is hidden as a whole nothing is asked.
function isDemandedUnseen(list) {
  if (!list.required || list.form?.noValidate) return false;
  let box = list.parentElement;
  for (let level = 0; box && !box.matches(WHOLE) && level < LEVELS; level += 1, box = box.parentElement) {
    if (askingIn(box).some((each) => each !== list)) return false;
    if (isSeen(box) && hasLetter(words(box))) return true;
  }
  return false;
}

//: kinds of boxes that are typed into and nothing else
const TYPED = new Set(["text", "email", "tel", "url", "textarea"]);

// The page has filled it in, and neither typing nor a button beside it can change that.
function isFixed(el, kind) {
  if (!TYPED.has(kind) || !el.readOnly || el.value === "" || el.hasAttribute("aria-haspopup")) return false;
  return el.parentElement.querySelector("button,[role=button]") === null;
}

// Sees nobody through, and is pressed all the same: it lies over the box that is drawn for it.
function isLaidOver(el) {
  if (!el.matches(LAID) || el.matches("[tabindex='-1']") || el.closest("[aria-hidden=true]")) return false;
  const box = el.parentElement;
  const isThere = el.offsetWidth >= LEAST_PRESSED && el.offsetHeight >= LEAST_PRESSED && el.checkVisibility({ visibilityProperty: true });
  return isThere && getComputedStyle(el).opacity === "0" && box !== null && isSeen(box) && box.offsetWidth <= el.offsetWidth + LEAST_PRESSED && isOverlapping(el, box);
}
const LAID = "select,input[type=checkbox],input[type=radio]";
const LEAST_PRESSED = 12;

function isOverlapping(el, other) {
  const [mine, its] = [el, other].map((each) => each.getBoundingClientRect());
  return mine.left < its.right && its.left < mine.right && mine.top < its.bottom && its.top < mine.bottom;
}

// What a person ticks in the place of an input: the role around it, or the label beside it that points at nothing.
const tickedFor = (el) =>
  el.closest("[role=radio],[role=checkbox],[role=switch]") ??
  [el.nextElementSibling, el.previousElementSibling].find((each) => each?.localName === "label" && !each.control) ??
  null;
const isBoxTicked = (el) => Boolean(tickedFor(el)) && isSeen(tickedFor(el));

function isBoxSeen(el) {
  let box = el.parentElement;
  for (let level = 1; box && level < 4; level += 1, box = box.parentElement) {
    if (box.offsetHeight >= 16 && box.offsetWidth >= 40 && isSeen(box)) return true;
  }
  return false;
}

function standsIn(el) {
  const near = [el.nextElementSibling, el.previousElementSibling, el.closest(STAND_INS)];
  return near.some((each) => each?.matches(STAND_INS) && isSeen(each));
}

// What is in it now, for this script only: it is compared and taken out of labels, and goes nowhere.
function shownIn(el, kind) {
  if (kind === "file") return el.files?.[0]?.name ?? "";
  if (kind === "radio" || kind === "checkbox") return "";
  if (kind === "select-one") return el.selectedOptions[0] ? tidy(el.selectedOptions[0].label) : "";
  if (kind === "select-multiple") return [...el.selectedOptions].map((option) => option.label).join(", ");
  if (kind === "combobox") return chosenIn(el);
  if (isSection(el) && !("value" in el)) return sectionText(el);
  if (isCalendar(el)) return dayChosenIn(el);
  if (kind === "slider" || el.type === "range") return movedTo(el);
  if (el.localName === "button") return DATED.test(words(el)) ? "" : words(el);
  return tidy(kind === "contenteditable" ? el.textContent : el.value);
}

const slid = typeof look === "undefined" ? new WeakMap() : (look.slid ??= new WeakMap());
const slidTo = (el) => String(el.value ?? el.getAttribute("aria-valuenow") ?? attribute(el, "aria-valuemin"));

// A slider always stands somewhere: only where it was moved to since it was first looked at is an answer.
function movedTo(el) {
  if (!slid.has(el)) slid.set(el, slidTo(el));
  return slid.get(el) === slidTo(el) ? "" : slidTo(el);
}

const chosenIn = (el) => allChosenIn(el).join(", ");

function allChosenIn(el) {
  if (madeOf(el)) return chosenInMade(el);
  const shown = allShownIn(el);
  return shown.length ? shown : sentFor(el);
}

function allShownIn(el) {
  if (COUNTED.test(el.value ?? words(el))) return chosenInList(el);
  if (el.localName === "input") return countedOpen(el) ?? chips(el) ?? (el.value.trim() ? [tidy(el.value)] : countedIn(el) ?? shownAround(el));
  const tags = countedOpen(el) ?? chips(el, el);
  if (tags) return tags;
  const inside = tidy(shownInside(el)?.value ?? "");
  if (inside !== "" && !rules.placeholder.test(inside)) return namedChosen(el) ?? [inside];
  const text = wordsBesideLabels(el) || (el.firstElementChild ? "" : tidy(el.textContent)) || (saidApart(el)?.chosen ?? "");
  return text === "" || rules.placeholder.test(text) ? [] : countedBehind(el, text) ?? [text];
}

// What its name says is chosen, where the box in it only says that it is several.
const namedChosen = (el) => attribute(el, "aria-label").match(/\bselected: (.+)$/i)?.[1].split(", ").map(tidy) ?? null;

// What it shows, where its own label stands in it too.
function wordsBesideLabels(el) {
  const asked = [...el.querySelectorAll("label")].map(words).find(hasLetter) ?? "";
  const shown = words(el);
  return shown.startsWith(asked) ? shown.slice(asked.length).trim() : shown;
}

// What was chosen, before an element that only says how many that is; null where there is none.
function countedBehind(el, text) {
  const [, listed, count] = text.match(/^(.+?)\s(\d+)$/) ?? [];
  const labels = listed?.split(",").map(tidy);
  const isApart = Number(count) === labels?.length && [...el.querySelectorAll("*")].some((each) => tidy(each.textContent) === count);
  return isApart ? labels : null;
}

const saidOpen = typeof look === "undefined" ? new WeakMap() : (look.saidOpen ??= new WeakMap());

// What its list said is chosen while it was open, where a chip beside it says that it is still that many; else null.
function countedOpen(el) {
  const now = saidChosen(el);
  if (now.length) saidOpen.set(el, now);
  const last = saidOpen.get(el) ?? [];
  const count = last.length ? chips(el) ?? [] : [];
  return count.length === 1 && count[0] === String(last.length) ? last : null;
}

//: what only says how many were chosen
const COUNTED = /^(?:no|\d+) \p{L}+ selected$|^contains \d+ \p{L}+$/iu;
const offeredAtFirst = typeof look === "undefined" ? new WeakMap() : (look.offered ??= new WeakMap());

// What its list offered and no longer does, where it is as much as is said to be chosen.
function goneFromList(el) {
  const now = optionsOf(el, "combobox").map(({ label }) => label);
  const gone = (offeredAtFirst.get(el) ?? []).filter((label) => !now.includes(label));
  return gone.length === parseInt(el.value ?? words(el), 10) ? gone : [];
}

// The chips that nobody sees, where it is as many as is said; null where nothing is counted.
function countedIn(el) {
  const [text = ""] = shownAround(el);
  if (!COUNTED.test(text)) return null;
  const unseen = chips(el, el.parentElement, () => true) ?? [];
  return unseen.length === Number(text.match(/\d+/)?.[0]) ? unseen : [];
}

const shownAtFirst = typeof look === "undefined" ? new WeakMap() : (look.shown ??= new WeakMap());

// The options of its list that say of themselves that they are chosen.
function saidChosen(el) {
  const lists = [...byIds(el, "aria-controls"), ...byIds(el, "aria-owns")];
  return lists.flatMap((list) => pickableIn(list, "[role=option][aria-selected=true]").map(optionWords));
}

function chosenInList(el) {
  const said = saidChosen(el);
  return said.length ? said : goneFromList(el);
}

// What a combobox shows around the box one searches in, unless it showed that before anything was chosen.
function shownAround(el) {
  const holder = el.parentElement?.closest("[role=combobox]") ?? el.parentElement;
  const boxes = holder?.matches("[role=combobox]") ? [holder] : [holder, holder?.parentElement].filter(Boolean);
  const own = boxes.filter((box) => askingIn(box).every((each) => each === el || each.contains(el)) && !box.querySelector("label"));
  const text = own.map(words).find(Boolean) ?? "";
  if (!shownAtFirst.has(el)) shownAtFirst.set(el, text);
  if (text === "" || text === shownAtFirst.get(el) || rules.placeholder.test(text)) return [];
  const before = `${shownAtFirst.get(el)} `; // what is asked may stand there too
  return [text.startsWith(before) ? text.slice(before.length) : text];
}

//: by what libraries call one of several that were chosen, and what takes it out again
const CHIP = /(?:^|[-_\s])(?:chip|tag|pill|token)(?:$|[-_\s]+(?!wrap|icon|remove|label|[-_\s]))/i;
const REMOVES =
  "[aria-label^=remove i],[aria-label$=' remove' i],[aria-label^=delete i],[title^=remove i],[class*=delete i],[class*=remove i],[class*=dismiss i]";

const chips = (el, from = el.parentElement, isShown = isSeen) => chipsOf(el, from, isShown)?.flatMap(saidByChip) ?? null;

// One that only counts has in its title what there is no room for.
function saidByChip(chip) {
  const text = chipText(chip) || tidy(chip.textContent);
  const title = tidy(attribute(chip, "title"));
  return title && /^\d+$/.test(text) ? title.split(", ") : [text];
}

// What is called chosen may as well be the place for it.
const saysChoice = (each) => !isOrHas(each) && !rules.placeholder.test(words(each) || tidy(each.textContent));

// What stands beside the input for each option that is chosen, or in it; null where nothing does.
function chipsOf(el, from, isShown) {
  let box = from;
  for (let level = 0; box && level < LEVELS; level += 1, box = box.parentElement) {
    if (box.querySelectorAll(CONTROLS).length > 1) break;
    const shown = [...box.querySelectorAll(CHOSEN)].filter((each) => !each.parentElement.closest(CHOSEN) && saysChoice(each));
    if (shown.length) return shown;
    const removable = removableIn(box, isShown).filter((each) => !each.contains(el));
    if (removable.length) return removable;
    if (box === el) return null;
  }
  return null;
}

// The smallest boxes that say something and have what takes them out, or the name of what is chosen.
function removableIn(box, isShown) {
  const isNamed = (each) => CHIP.test(attribute(each, "class")) || (each.localName.includes("-") && CHIP.test(each.localName));
  const named = [...box.querySelectorAll("[class],[title]")].filter(isNamed);
  const held = [...box.querySelectorAll(REMOVES)].map((each) => each.parentElement).filter((each) => each !== box);
  const all = [...new Set([...named, ...held])].filter((each) => chipText(each) !== "" && isShown(each) && !isOrHas(each));
  const isHeld = (each) => each.getAttribute("role") === "option" && each.querySelector(REMOVES) !== null;
  const isList = (each) => each.matches("ul,ol,[role=listbox]") || (each.closest("[role=option],[role=listbox]") && !isHeld(each));
  const single = all.filter((each) => !isList(each) && !all.some((other) => other !== each && each.contains(other) && chipText(other) !== chipText(each)));
  return single.filter((each) => !single.some((other) => other !== each && other.contains(each)));
}

// What a chip says, also where a component says it inside.
const chipText = (chip) => tidy((words(chip) || insideOf(chip)).replace(/[×✕✖⨯]\s*$/u, ""));
const insideOf = (host) => [...(rootOf(host)?.children ?? [])].filter((each) => !WORDLESS.has(each.tagName)).map((each) => each.textContent).join(" ");

// Where a page draws a role around an input, that is what is ticked.
function isTicked(el) {
  if (madeOf(el)) return isMadeTicked(el);
  if (el.localName !== "input") return isPressed(el) && !isPassed(el);
  const drawn = el.closest("[role=radio][aria-checked],[role=checkbox][aria-checked],[role=switch][aria-checked]");
  return drawn && drawn !== el ? isPressed(drawn) : el.checked;
}

function isStarred(el, label, scope) {
  if (el.required || isTrue(el, "aria-required") || isTrue(el, "i_required")) return true;
  const labels = labelElements(el, scope);
  if (besideLabel(el, scope).some((text) => LONE_STAR.test(text))) return true;
  return STAR.test(label) || (labels.length ? labels : titles([el])).some(isMarked);
}

// What stands over controls as their question without pointing at one: not the labels of their options.
function titles(mine) {
  const within = [...boxOf(mine).querySelectorAll("label,legend")];
  return within.filter((each) => !mine.some((el) => el === each.control || each.contains(el)));
}

// The largest box that holds no other control.
function boxOf(mine) {
  const isTheirs = (box) => controlsIn(box).every((each) => mine.includes(each) || isMirror(each));
  let box = mine[0];
  while (box.parentElement && isTheirs(box.parentElement)) box = box.parentElement;
  return box;
}

// A star or a class on the label's side that its words do not show.
function isMarked(label) {
  const near = [label, label.parentElement].filter(Boolean);
  if (near.some((el) => REQUIRED_CLASS.test(attribute(el, "class")))) return true;
  return ["::after", "::before"].some((part) => getComputedStyle(label, part).content.includes("*"));
}

const sections = new Map();

//: what holds the controls of one part of a form, where it has a name
const BOXES = "fieldset,[role=group],[role=region],section[aria-label],section[aria-labelledby]";

// What the question stands under, the nearest first: a titled box that asks more than this, or the last heading above,
// whichever is inside the other; then those around it.
function sectionsOf(mine, heading, scope, label) {
  const found = [];
  let above = heading;
  let inner = null;
  const isNew = (text) => text && !found.includes(text);
  for (let box = mine[0].closest(BOXES); box; box = box.parentElement?.closest(BOXES)) {
    const title = textOf(titleOf(box, scope));
    if (!title || controlsIn(box).every((each) => mine.includes(each))) continue;
    if (box.localName !== "fieldset" && label.startsWith(title.replace(STAR, "").trim())) continue; // it is one date's
    for (; above && box.localName !== "fieldset" && box.contains(above); above = headings.get(above)) {
      if (isNew(textUnder(above))) found.push(textUnder(above));
    }
    if (isNew(title)) found.push(title);
    inner ??= box;
  }
  for (; above; above = headings.get(above)) {
    if ((!inner || isOver(above, inner)) && isNew(textUnder(above))) found.push(textUnder(above));
  }
  return found;
}

// Whether a heading before a box is over it too, and not just the last one: both are alone in what holds them.
function isOver(heading, box) {
  const holder = heading.parentElement;
  if (!holder || holder === document.body || holder.localName === "form" || !holder.contains(box)) return false;
  return holder.querySelectorAll(heading.localName).length === 1;
}

const titleOf = (box, scope) => (box.localName === "fieldset" && legendOf(box)) || givenName(box, scope);

function textUnder(heading) {
  if (!heading) return "";
  if (!sections.has(heading)) sections.set(heading, textOf(words(heading)));
  return sections.get(heading);
}

function common({ el, scope, kind, heading }, label, mine) {
  const [section = "", ...around] = sectionsOf(mine, heading, scope, label);
  return {
    kind,
    label,
    css: locate(el, scope),
    name: attribute(asksFor(el), "name"),
    id: attribute(asksFor(el), "id"),
    section,
    around: around.slice(0, MOST_AROUND),
    form: formNumberOf(el),
  };
}

function labelOf({ el, scope, kind, heading }) {
  if (kind === "file") return fileName(placeOf(el), scope, heading);
  const ticked = kind === "checkbox" && !madeOf(el) && optionName(el, scope);
  return ticked ? tidy(`${turnedAbove(el)} ${ticked}`) : nameOf(asksFor(el), scope);
}

const countedPart = (el, scope) => datePart(ownName(el, scope)) || datePart(sectionPart(el)) || hourPart(el);
// An hour of twelve, or of twenty-four.
function hourPart(el) {
  const part = timePart(sectionPart(el));
  return part === "hh" && Number(attribute(el, "aria-valuemax")) > 12 ? "HH" : part;
}

// A box for text takes a part of a date where those beside it take the others.
const typedPart = (el, scope) => (TYPED.has(el.type) && partsAround(el, scope).length ? datePart(ownName(el, scope)) : "");

const isCounted = (el) => el.role === "spinbutton" || el.type === "number";

function single(control) {
  const { el, scope, kind } = control;
  const label = labelOf(control);
  const shown = shownIn(el, kind);
  return {
    ...common(control, textOf(kind === "select-one" && !isChosen(el) ? label : withoutValue(label, shown)), [el]),
    placeholder: attribute(el, "placeholder") || (isCounted(el) ? countedPart(el, scope) : typedPart(el, scope)),
    autocomplete: attribute(el, "autocomplete"),
    accept: attribute(el, "accept"),
    required: isStarred(asksFor(el), label, scope) || isNoted(asksFor(el), label, scope, kind === "checkbox"),
    filled: kind === "checkbox" ? isTicked(el) : kind === "select-one" ? isChosen(el) : shown !== "",
    reachable: isReachable(el, kind, scope),
    locked: isLocked(el, kind) && isOperated(el, kind, scope),
    options: optionsOf(el, kind),
    uploaded: kind === "file" && (shown !== "" || isUploaded(el)),
    error: refusalOf(asksFor(el) === el ? [el] : [el, asksFor(el)]),
    max_length: el.maxLength > 0 ? el.maxLength : null,
    said_of_it: TYPED.has(kind) ? textOf([...new Set([...byIds(el, "aria-describedby").map(words), lineBehind(el)])].join(" ")) : "",
  };
}

const isPlaceholder = (option) => option.value === "" || rules.placeholder.test(tidy(option.label));
const isChosen = (el) => el.selectedIndex >= 0 && !isPlaceholder(el.options[el.selectedIndex]);

function optionsOf(el, kind) {
  if (el.localName === "select") {
    return [...el.options].map((option) => ({ label: tidy(option.label), placeholder: isPlaceholder(option) }));
  }
  if (kind !== "combobox") return [];
  if (el[LEARNT]) return el[LEARNT];
  if (asksFor(el) !== el) return optionsOf(asksFor(el), kind);
  if (madeOf(el)) return madeOf(el).items.map((each) => ({ label: optionWords(each), placeholder: false }));
  const list = byIds(el, "aria-controls").concat(byIds(el, "aria-owns"))[0];
  const options = list ? [...list.querySelectorAll("[role=option]")].map((option) => ({ label: optionWords(option) })) : [];
  if (!offeredAtFirst.has(el)) offeredAtFirst.set(el, options.map(({ label }) => label));
  return options;
}

function group(members) {
  const [first] = members;
  const inputs = members.map(({ el }) => el);
  const around = groupBox(inputs, first.scope);
  const question = questionOf(inputs, first.scope);
  const names = optionNames(members);
  const chosen = names.filter((_, at) => isTicked(inputs[at]));
  const demands = (el) => el.required || isTrue(el, "aria-required");
  const isDemanded = inputs.some(demands) || (around !== null && (demands(around) || isMarked(around)));
  const isTitled = () => titles(inputs).some(isMarked);
  return {
    ...common(first, textOf(chosen.reduce((asked, option) => withoutValue(asked, option, BEFORE_OPTION), question)), inputs),
    kind: first.kind === "radio" ? "radio" : "checkbox_group",
    id: around?.getAttribute("id") ?? "",
    required: STAR.test(question) || isDemanded || isTitled() || isNoted(first.el, question, first.scope, first.kind !== "radio"),
    filled: chosen.length > 0,
    reachable: members.some(({ el, scope, kind }) => isReachable(el, kind, scope)),
    locked: inputs.every(isDisabled) && members.some(({ el, scope, kind }) => isOperated(el, kind, scope)),
    options: members.map(({ el, scope }, at) => ({ label: textOf(names[at]), css: locate(el, scope) })),
    error: refusalOf(around ? [...inputs, around] : inputs),
  };
}

// Radios of one name, or of one radiogroup; checkboxes of one name.
function groupKey({ el, kind, scope }) {
  if (kind !== "radio" && kind !== "checkbox") return null;
  if (madeOf(el)) return kind === "radio" ? madeOf(el).input : null;
  if (el.getAttribute("role") === "option") return el.closest("[role=listbox]");
  if (el.localName !== "input" && !TICKABLE[el.getAttribute("role")]) return choicesOf(el);
  const name = el.localName === "input" ? el.getAttribute("name") : null;
  const isAlone = !name || scope.names.get(`input ${name}`) === 1;
  const group = kind === "checkbox" && isAlone ? tickGroupOf(el, scope) : null;
  if (group && (!name || group.matches("[role=group]"))) return group;
  if (kind === "checkbox" && !name) return null;
  if (kind === "checkbox") return name.replace(/\[\d*\]$/, "[]");
  const holder = around(el, "[role=radiogroup],fieldset");
  const isApart = holder !== null && el.getRootNode() instanceof ShadowRoot; // each component has a root of its own
  return (isApart ? null : name) || holder || countedSetOf(el) || el.parentElement;
}

function questions(controls) {
  const groups = new Map();
  const asked = [];
  for (const control of controls) {
    const key = groupKey(control);
    const forms = key === null ? null : groups.get(key) ?? groups.set(key, new Map()).get(key);
    const owner = key instanceof Element ? key : control.el.form ?? control.scope.root;
    if (forms?.has(owner)) forms.get(owner).push(control);
    else {
      const members = [control];
      forms?.set(owner, members);
      asked.push(members);
    }
  }
  return asked;
}

const isGroup = (members) => members.length > 1 || members[0].kind === "radio";
const asQuestion = (members) => (isGroup(members) ? group(members) : single(members[0]));
