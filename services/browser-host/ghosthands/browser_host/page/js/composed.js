// Controls a page puts together itself: questions that no single element of HTML asks, and elements that ask nothing.

const YES_OR_NO = /^(?:yes|no|ja|nein|oui|non|sí|si|sim|não|nee)$/i;
const PRESSED = /(?:^|[\s_-])(?:active|selected|checked|pressed)(?:$|[\s_-])/i;
const ACTING = "[role=combobox],[role=radio],[role=checkbox],[role=switch]";
const ASKS_TO_PICK =
  /^(?:pick|select|choose|enter)\W+(?:an?\W+|the\W+|your\W+)?(?:start\W+|end\W+)?(?:date|day|month)\b/i;

//: what was picked already, shown as options
const PICKS = rules.lists.picks;

// An element that only repeats to the form what the ARIA control beside it says.
function isMirror(el) {
  if (el.localName !== "select" && el.closest(rules.drawn.mirror)?.parentElement.querySelector("select")) return true;
  const beside = [el.previousElementSibling, el.nextElementSibling].filter(Boolean);
  if (isTrue(el, "aria-hidden")) return beside.some((each) => each.matches(ACTING));
  return el.type === "checkbox" && !isSeen(el) && beside.some((each) => each.localName === "button" && isChoice(each));
}

// The arrow of a combobox whose input is the control.
const isArrow = (el) =>
  el.getAttribute("role") !== "combobox" && Boolean(el.parentElement?.querySelector("input[role=combobox]"));

// Buttons one of which is the answer: `Yes` beside `No`, or a named group of buttons that stay pressed.
function isChoice(el) {
  const says = isTogglable(el) ? isTogglable : isYesOrNo;
  if (!says(el)) return false;
  const buttons = [...(choicesOf(el)?.querySelectorAll("button,[role=button]") ?? [])];
  return buttons.length > 1 && buttons.every(says);
}

const isYesOrNo = (el) => YES_OR_NO.test(tidy(el.textContent)) && !el.hasAttribute("aria-haspopup");
const isTogglable = (el) =>
  el.hasAttribute("aria-pressed") && hasLetter(el.textContent) && isNamed(el.closest("[role=group],fieldset"));
const isNamed = (group) => Boolean(group?.matches("fieldset,[aria-label],[aria-labelledby]"));

// What holds the buttons of one question.
function choicesOf(el) {
  let box = el.parentElement;
  for (let level = 0; box && level < 2; level += 1, box = box.parentElement) {
    if (box.querySelectorAll("button,[role=button]").length > 1) return box;
  }
  return null;
}

const isPressed = (el) =>
  ["aria-checked", "aria-pressed", "aria-selected"].some((name) => isTrue(el, name)) ||
  (!el.hasAttribute("role") && PRESSED.test(attribute(el, "class")));

// What stands around a box that takes texts one by one, those it took included.
const tagBoxOf = (el) => (rules.drawn.tag_box ? el.closest(rules.drawn.tag_box) : null);

// What holds the choices of one question: a group, a list, or a box that a label points at.
function groupBox(inputs, scope) {
  const group = inputs[0].closest("fieldset,[role=radiogroup],[role=group],[role=listbox]");
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
function isDrawnApart(list) {
  let branch = list;
  while (branch.parentElement && branch.parentElement !== document.body) branch = branch.parentElement;
  return !branch.querySelector("input:not([type=hidden]),select,textarea,button");
}

const optionKind = (list) => (isTrue(list, "aria-multiselectable") ? "checkbox" : "radio");

// One part of a date with an element of its own, and which one: `month`, or `month, ` before what the whole is called.
const isSection = (el) => el.getAttribute("role") === "spinbutton" && datePart(sectionPart(el)) !== "";
const sectionPart = (el) => attribute(el, "data-type") || tidy(attribute(el, "aria-label").split(",")[0]);

function sectionText(el) {
  const said = el.getAttribute("aria-valuetext");
  const isEmpty = said === null ? !el.hasAttribute("aria-valuenow") : said === "Empty";
  // What is written into it may be no more than that; its value is what it says of itself.
  return isEmpty ? "" : el.getAttribute("aria-valuenow") ?? tidy(el.textContent);
}

const isPickedDate = (el) => el.matches(rules.drawn.date_input) || ASKS_TO_PICK.test(attribute(el, "placeholder"));
