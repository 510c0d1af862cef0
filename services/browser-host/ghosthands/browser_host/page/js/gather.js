// One pass over the document and its shadow roots: what may be a control, a button, a label, a heading, a frame.

const HEADINGS = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
//: what is a heading by its class alone, as form builders and Bootstrap have it
const TITLED =
  ".card-header,.card-title,.panel-heading,.panel-title," +
  ["title", "header", "heading"].map((name) => `[class*=section-${name} i],[class*=section__${name} i]`).join();
//: what may be a heading by where it stands: alone in its row of a table, bold and alone above a box of questions, or
//: at the top of a fieldset
const SPANNING = "th[colspan],td[colspan]";
const BOLD = "b,strong";
const LEADING = "fieldset>:first-child:not(legend):not(label)";
const LONGEST_TITLE = 60;
const HEARD_OF =
  `input,select,textarea,button,a,summary,label,iframe,frame,[role],[contenteditable],[tabindex],h1,h2,h3,h4,h5,h6,${TITLED},${SPANNING},${BOLD},${LEADING}`;
const BUTTON_TYPES = new Set(["submit", "button", "image", "reset"]);
//: what is written in these is the answer, whatever is suggested
const WRITTEN = new Set(["email", "url"]);
//: what a text box opens to be chosen from, or says that it is
const LISTED = new Set(["combobox", "listbox", "tree"]);
const TICKABLE = { radio: "radio", checkbox: "checkbox", switch: "checkbox" };
const LONGEST_BUTTON = 40;
const HEADED = "h1,h2,h3,h4,h5,h6,[role=heading]";
const NAVIGATION = "nav,footer,aside,a,button";
const DROP_NAMED = ["class", "id", "data-testid"].map((name) => `[${name}*=drop i],[${name}*=upload i]`).join();
const DROP_IDS = /drop-?(?:zone|area)|(?:file|resume|cv)-?drop/i;
//: what stands before it may be the end of another element's text
const DROP_WORDS = /(?:drop|drag)\b[^.]*\b(?:files?|r[eé]sum[eé]|cv|documents?)\b/i;
const LONGEST_INVITATION = 200;
const CAPTCHA_ANSWERS = new Set(["g-recaptcha-response", "h-captcha-response", "cf-turnstile-response"]);

const found = { controls: [], buttons: [], hiddens: [], lists: [], zones: [], frames: [], hosts: [], scopes: [] };
const HEARD = {
  input: hearInput,
  select: hearControl,
  textarea: hearControl,
  button: hearButton,
  a: hearLink,
  summary: hearSummary,
  label: hearLabel,
  iframe: hearFrame,
  frame: hearFrame,
};

// Returns the heading that what follows the root's host stands under.
function gather(root, prefix, outer) {
  const scope = { root, prefix, labels: new Map(), names: new Map(), heading: outer?.heading ?? null };
  found.scopes.push(scope);
  const matters = new Set(hitsIn(root, HEARD_OF));
  for (const el of root.querySelectorAll("*")) {
    if (!rootOf(el) && el.localName.includes("-")) found.hosts.push(el);
    if (rootOf(el) || matters.has(el)) hear(el, scope);
  }
  return scope.heading;
}

function hear(el, scope) {
  const name = el.localName;
  for (; scope.box && !scope.box.el.contains(el); scope.box = scope.box.around) scope.heading = scope.box.before;
  if (HEADINGS.has(name)) headIn(el, scope);
  else if (HEARD[name]) HEARD[name](el, scope);
  else if (el.hasAttribute("role") || el.hasAttribute("contenteditable")) hearRole(el, scope);
  else if (isPrompting(el)) hearKind(el, scope, "combobox");
  else if (isTitle(el)) headIn(el, scope);
  const inner = rootOf(el);
  if (inner) scope.heading = gather(inner, `${locate(el, scope)} >>> `, scope);
}

//: heading -> the one of a higher level that it stands under
const headings = new Map();
const levelOf = (heading) => Number(heading.localName[1]) || Number(attribute(heading, "aria-level")) || levelByRole(heading);
//: what its class alone makes a heading stands under those of any level
const levelByRole = (heading) => (heading.hasAttribute("role") ? 2 : 6);

// Whether it is the title of a part of the form, and nothing else stands in it.
function isTitle(el) {
  if (!standsAsTitle(el) || el.closest(NAVIGATION) || el.querySelector(`${HEADED},input,select,textarea`)) return false;
  const text = el.textContent.trim();
  return text.length > 0 && text.length <= LONGEST_TITLE;
}

function standsAsTitle(el) {
  if (el.matches(TITLED)) return true;
  if (el.matches(SPANNING)) return el.colSpan > 1 && el.parentElement.cells?.length === 1 && hasLetter(el.textContent);
  if (el.matches(LEADING)) return hasLetter(el.textContent) && controlsIn(el.parentElement).length > 1;
  if (!el.matches(BOLD) || !hasLetter(el.textContent)) return false;
  const line = el.parentElement;
  const below = line.nextElementSibling;
  return line.textContent.trim() === el.textContent.trim() && below !== null && controlsIn(below).length > 1;
}

//: a heading in one of them is over nothing that follows it
const SET_APART = "dialog,[role=dialog],[role=alertdialog],details";

function headIn(el, scope) {
  const box = el.closest(SET_APART);
  if (box && !(scope.heading && box.contains(scope.heading))) scope.box = { el: box, before: scope.heading, around: scope.box };
  scope.heading = headedBy(el, scope.heading);
}

function headedBy(el, before) {
  let outer = before;
  while (outer && levelOf(outer) >= levelOf(el)) outer = headings.get(outer);
  headings.set(el, outer ?? null);
  return el;
}

function hearInput(el, scope) {
  hearName(el, scope);
  if (el.type === "hidden" && el.name) found.hiddens.push({ el, scope, heading: scope.heading });
  if (el.type === "hidden" || el.webkitdirectory || isStore(el)) return; // a folder is no answer
  if (BUTTON_TYPES.has(el.type)) found.buttons.push({ el, scope });
  else hearKind(el, scope, kindOfInput(el, scope));
}

function kindOfInput(el, scope) {
  if (el.type === "radio" || el.type === "checkbox" || el.type === "file") return el.type;
  if (opensCalendar(el, scope)) return "date";
  if (opensClock(el)) return "text";
  const opensList = LISTED.has(el.getAttribute("role")) || LISTED.has(el.getAttribute("aria-haspopup"));
  const isSearched = el.getAttribute("aria-autocomplete") === "list" || el.dataset.uxiWidgetType === "selectinput";
  const isPicked = SAYS_PICK.test(attribute(el, "placeholder"));
  const isIn = isDrawnForList(el) || el.closest("[role=combobox]") || listBehind(el);
  const isCombobox = opensList || isSearched || isPicked || isIn || el.matches(rules.typeahead);
  if (isCombobox && !WRITTEN.has(el.type)) return "combobox";
  if (el.type !== "text") return el.type;
  if ((el.getAttribute("role") === "spinbutton" && !isSection(el)) || isStepped(el) || isPartOfNumber(el)) return "number";
  if (isPickedDate(el)) return "date";
  return isOnlyPicked(el) || isPrompted(el) ? "combobox" : el.type;
}

//: what is typed is looked for, and only what is picked counts
const SAYS_PICK = /\btyp(?:e|ing)\b.*\b(?:pick|select|choose)\b|\b(?:pick|select|choose) from (?:the )?(?:list|suggestions)\b/i;

// Steps have a meaning for numbers alone.
const isStepped = (el) => el.hasAttribute("step");

// A component whose value is a number takes one, whatever it is typed into.
function isPartOfNumber(el) {
  for (let { host } = el.getRootNode(); host; { host } = host.getRootNode()) {
    if (typeof host.value === "number") return true;
  }
  return false;
}

function hearControl(el, scope) {
  hearName(el, scope);
  if (isOfferOfTwin(el) || isFilledByScript(el)) return;
  if (el.type === "select-one") found.lists.push({ el, scope, heading: scope.heading });
  if (!CAPTCHA_ANSWERS.has(el.name)) hearKind(el, scope, el.type);
}

// A list without options, which a script fills with what is chosen in the control that it draws beside it.
function isFilledByScript(el) {
  const drawn = el.localName === "select" && !el.matches(":has(option:not([value='']))") ? el.nextElementSibling : null;
  return Boolean(drawn?.matches(rules.drawn.stands_in) && !drawn.matches(rules.drawn.mirror) && drawn.querySelector("input"));
}

// A list that is sent under no name, whose entries are moved into the one beside it: to choose in it is no answer.
function isOfferOfTwin(el) {
  if (el.type !== "select-multiple" || el.name !== "") return false;
  const box = el.parentElement;
  const lists = [...box.querySelectorAll("select[multiple]")];
  return lists.length === 2 && lists.some((each) => each.name !== "") && box.querySelector("button") !== null;
}

function hearButton(el, scope) {
  const role = el.getAttribute("role");
  if (TICKABLE[role]) hearKind(el, scope, TICKABLE[role]);
  else if (role === "option") hearOption(el, scope);
  else if (role === "combobox" || el.getAttribute("aria-haspopup") === "listbox") hearOpener(el, scope);
  else if (isAsking(el, scope)) hearKind(el, scope, asksForDate(el, scope) ? "date" : "combobox");
  else if (isChoice(el)) hearKind(el, scope, choiceKind(el));
  else hearPressable(el, scope);
}

function hearPressable(el, scope) {
  found.buttons.push({ el, scope });
  if (isDropZone(el) && isSeen(el)) found.zones.push({ el, scope, kind: "file", heading: scope.heading });
}

const isDropZone = (el) =>
  DROP_IDS.test(attribute(el, "data-testid")) || DROP_WORDS.test(el.textContent.slice(0, LONGEST_INVITATION));

// Boxes that ask for a file to be dropped and are no buttons: they say so, and are named so.
function zonesInWords() {
  const inviting = found.scopes.filter((scope) => DROP_WORDS.test(textIn(scope)));
  return inviting.flatMap((scope) => {
    const named = holders(bodyOf(scope.root), DROP_WORDS).map((el) => el.closest(DROP_NAMED));
    const isNew = (el) => el && !isOrHas(el) && !found.zones.some((zone) => el.contains(zone.el) || zone.el.contains(el));
    const boxes = [...new Set(named)].filter(isNew);
    return boxes.map((el) => ({ el, scope, kind: "file", heading: headingBefore(el, scope) }));
  });
}

function headingBefore(el, scope) {
  const isBefore = (heading) => heading.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [...scope.root.querySelectorAll(HEADED)].filter(isBefore).pop() ?? null;
}

function hearOpener(el, scope) {
  if (!isArrow(el)) hearKind(el, scope, "combobox");
}

function hearLink(el, scope) {
  if (el.getAttribute("role") === "combobox") return hearKind(el, scope, "combobox");
  const text = el.textContent.trim();
  const readsLikeOne = text.length <= LONGEST_BUTTON && rules.button_like.test(tidy(text));
  const isButton = el.getAttribute("role") === "button" || readsLikeOne;
  if (isButton) found.buttons.push({ el, scope });
}

// What opens a folded part of the page that asks something, in the words of a button: "Apply for this job".
function hearSummary(el, scope) {
  const part = el.parentElement;
  const isFolded = part.localName === "details" && !part.open && part.querySelector(CONTROLS) !== null;
  const text = tidy(el.textContent);
  if (isFolded && text.length <= LONGEST_BUTTON && rules.button_like.test(text)) found.buttons.push({ el, scope });
}

function hearRole(el, scope) {
  const role = el.getAttribute("role");
  if (role === "heading") headIn(el, scope);
  else if (role === "button" && attribute(el, "aria-haspopup") === "listbox") hearOpener(el, scope);
  else if (role === "button") isChoice(el) ? hearKind(el, scope, choiceKind(el)) : hearPressable(el, scope);
  else if (role === "slider") hearKind(el, scope, "slider");
  else if (role === "listbox" && isDropdown(el)) hearKind(el, scope, "combobox");
  else if (role === "option") hearOption(el, scope);
  else if (isSection(el)) hearKind(el, scope, "date");
  else if (role === "grid" && isOpenCalendar(el)) hearKind(el, scope, "date");
  else if (el.isContentEditable) hearEditable(el, scope);
  else if (role === "combobox" && ![...el.querySelectorAll("input,select,textarea")].some((each) => !isMirror(each))) hearKind(el, scope, "combobox");
  else if (el.getAttribute("aria-haspopup") === "listbox" && !isTypedInto(el)) hearKind(el, scope, "combobox");
  else if (TICKABLE[role] && !el.querySelector("input")) hearKind(el, scope, TICKABLE[role]);
}

// A combobox around a box that one sees and types into: the box is the control.
const isTypedInto = (el) =>
  el.getAttribute("role") === "combobox" && [...el.querySelectorAll("input")].some((each) => !each.readOnly && isSeen(each));

function hearOption(el, scope) {
  const list = el.closest("[role=listbox]");
  if (list && !isDropdown(list) && isStandalone(list)) hearKind(el, scope, optionKind(list));
}

function hearEditable(el, scope) {
  if (!el.parentElement?.isContentEditable) hearKind(el, scope, "contenteditable");
}

function hearLabel(el, scope) {
  if (el.htmlFor) (scope.labels.get(el.htmlFor) ?? scope.labels.set(el.htmlFor, []).get(el.htmlFor)).push(el);
}

function hearFrame(el) {
  found.frames.push(el);
}

function hearName(el, scope) {
  const name = el.getAttribute("name");
  if (!name) return;
  const key = `${el.localName} ${name}`;
  scope.names.set(key, (scope.names.get(key) ?? 0) + 1);
}

function hearKind(el, scope, kind) {
  if (!isMirror(el)) found.controls.push({ el, scope, kind, heading: scope.heading });
}

// Every element of the document and its shadow roots that one of the selectors hits.
const all = (css) => (css ? [...new Set(found.scopes.flatMap(({ root }) => hitsIn(root, css)))] : []);
