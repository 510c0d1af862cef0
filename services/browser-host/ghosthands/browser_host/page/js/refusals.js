// Why the page refuses what is in a field: the kind is told of each, the words only of all, for people to read.

const REFUSALS =
  `[role=alert],[class*=error i],[class*=invalid i],[data-automation-id*=error i],${rules.refusal}`;
const REFUSAL_CLASS = /(?:^|[\s_-])(?:errors?|invalid)(?:$|[\s_-])/i;
const NOT_REFUSED = /\b(?:success(?:fully)?|saved|uploaded|thank you|thanks|cookies?)\b/i;
const LONGEST_REFUSAL = 400;
//: of an alert, which may list every question
const LONGEST_ALERT = 4_000;
const CLOSE = 5;

//: question index -> the words against it
const against = new Map();
const indexOf = new Map();
//: what belongs to no one question: the page's own complaints
const unplaced = [];
//: the words of all that complains of something
const complaints = [];

const splitCamel = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2");

function isRefusal(el) {
  if (el.matches(CONTROLS) || el.querySelector(CONTROLS)) return false;
  const marked = el.getAttribute("role") === "alert" || el.matches(rules.refusal);
  return (marked || isNamedError(el)) && isSeen(el);
}

const isNamedError = (el) =>
  REFUSAL_CLASS.test(splitCamel(`${attribute(el, "class")} ${attribute(el, "data-automation-id")}`));

// Ties every visible complaint to the one question it stands by; what belongs to none is the page's own.
function hearRefusals(members) {
  members.forEach((each, index) => each.forEach(({ el }) => indexOf.set(el, index)));
  const described = descriptions(members);
  for (const el of all(REFUSALS).filter(isRefusal)) {
    const text = words(el);
    const longest = el.getAttribute("role") === "alert" ? LONGEST_ALERT : LONGEST_REFUSAL;
    if (hasLetter(text) && text.length <= longest) place(el, text, described);
  }
  unplaced.forEach((el) => blame(el, members));
}

// A complaint about the page as a whole often lists the questions by name: each line is against the one it names.
function blame(el, members) {
  const labels = members.map((each) => withoutStar(labelOfAll(each)));
  for (const line of [el, ...el.querySelectorAll("*")].filter((each) => !each.firstElementChild)) {
    const text = words(line).toLowerCase();
    const named = labels.flatMap((label, index) => (isNamedIn(text, label) ? [{ label, index }] : []));
    const [longest] = named.sort((one, other) => other.label.length - one.label.length);
    if (longest) against.set(longest.index, `${against.get(longest.index) ?? ""} ${text.replace(longest.label, "")}`);
  }
}

// "Missing entry for required field: Name", "Name is required": not every line with the word in it is about the name.
const BEFORE_NAME = /(?:^|[:"“'«–-]\s*|\b(?:fields?|your)\s+)$/;
const AFTER_NAME = /^(?:$|[.!"”'»:–-]|\s+(?:is|must|can|cannot|should|has|field)\b)/;

function isNamedIn(text, label) {
  const at = label ? text.indexOf(label) : -1;
  if (at < 0) return false;
  const [before, after] = [text.slice(0, at), text.slice(at + label.length)];
  return BEFORE_NAME.test(before) && AFTER_NAME.test(after);
}

const labelOfAll = (members) =>
  isGroup(members) ? questionOf(members.map(({ el }) => el), members[0].scope) : labelOf(members[0]);
const withoutStar = (label) => tidy(label.replace(/[*＊✱]/g, " ")).toLowerCase();

function descriptions(members) {
  const described = new Map();
  members.forEach((each, index) => {
    const around = each[0].el.closest("fieldset");
    for (const el of around ? [...each.map((one) => one.el), around] : each.map((one) => one.el)) {
      for (const node of notesOf(el)) described.set(node, index);
    }
  });
  return described;
}

const notesOf = (el) => [...byIds(el, "aria-errormessage"), ...byIds(el, "aria-describedby")];

function place(el, text, described) {
  const index = described.get(el) ?? described.get(el.parentElement) ?? closest(el);
  const isComplaint = !NOT_REFUSED.test(text) && !rules.phrases.confirmed.test(text.toLowerCase());
  if (isComplaint) complaints.push(text);
  if (index !== undefined) against.set(index, `${against.get(index) ?? ""} ${text}`);
  else if (isComplaint) unplaced.push(el);
}

function closest(el) {
  let around = el.parentElement;
  for (let level = 0; around && level < CLOSE; level += 1, around = around.parentElement) {
    const near = new Set([...around.querySelectorAll(CONTROLS)].map((each) => indexOf.get(each)));
    near.delete(undefined);
    if (near.size === 1) return [...near][0];
    if (near.size > 1) return undefined;
  }
  return undefined;
}

// The kind of refusal of a question's elements; null when the page has nothing against it.
function refusalOf(elements) {
  const text = against.get(indexOf.get(elements[0])) ?? "";
  const invalid = elements.some((el) => isTrue(el, "aria-invalid"));
  const native = elements.find((el) => !el.localName.includes("-") && el.validity && el.matches(":user-invalid"));
  if (!text && !invalid && !native) return null;
  if (isBlank(elements)) return "missing";
  const noted = text || elements.flatMap(notesOf).filter(isSeen).map(words).join(" ");
  if (invalid && !text) complaints.push(noted);
  return kindOfWords(noted) ?? (native ? kindOfValidity(native.validity) : "other");
}

function kindOfWords(text) {
  const kinds = ["missing", "range", "format", "demanded"];
  const kind = kinds.find((each) => rules.refusals[each].test(text)) ?? null;
  return kind === "demanded" ? "missing" : kind;
}

function kindOfValidity(validity) {
  if (validity.valueMissing) return "missing";
  if (validity.typeMismatch || validity.patternMismatch || validity.badInput) return "format";
  const { rangeUnderflow, rangeOverflow, stepMismatch, tooLong, tooShort } = validity;
  return rangeUnderflow || rangeOverflow || stepMismatch || tooLong || tooShort ? "range" : "other";
}

// What is refused with nothing in it is missing, whatever the words: "please enter a valid answer".
function isBlank(elements) {
  const [el] = elements;
  if (el.type === "radio" || el.type === "checkbox") return !elements.some((each) => each.checked);
  return el.matches("input,textarea,select") && kindOfInput(el) !== "combobox" && el.type !== "file" && el.value === "";
}
