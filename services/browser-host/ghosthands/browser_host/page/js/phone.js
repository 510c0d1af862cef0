// The country picker before a phone number: what dial code it shows, and which of its options has the number's own.

// With the area that shares it with other countries: "+1-242".
const DIAL_CODE = /\+\s?(\d{1,4}(?:[\s(-]+\d{1,4})?)(?!\d)/;
const PHONE_BOXES = `[class*=phone-number i],${rules.drawn.phone_box}`;
const PRESSABLE = "button,[role=combobox],[role=button]";

function phonePicker(el) {
  const box = el.closest(PHONE_BOXES) ?? el.parentElement ?? el.getRootNode();
  const pressable = [...box.querySelectorAll(PRESSABLE)].filter((each) => each !== el && isSeen(each));
  const isPicker = (each) => dialCode(each) || /country|dial/i.test(attribute(each, "aria-label"));
  return pressable.find(isPicker) ?? madePicker(box, el);
}

// What a page makes of boxes alone: before the number it shows one dial code, and has a list of them in it.
function madePicker(box, el) {
  const isBefore = (each) => each.compareDocumentPosition(el) === Node.DOCUMENT_POSITION_FOLLOWING;
  const shows = (each) => codesIn(each).length > 1 && dialShown(each) !== "" && isSeen(each) && !maySend(each);
  return [...box.querySelectorAll("*")].find((each) => isBefore(each) && shows(each)) ?? null;
}

const codesIn = (picker) => [...picker.querySelectorAll("li")].filter((each) => dialCode(each) !== "");

// Where a list is in it, what it says besides.
function dialShown(picker) {
  if (picker.matches(PRESSABLE)) return dialCode(picker);
  const listed = codesIn(picker);
  const apart = [...picker.childNodes].filter((each) => !listed.some((item) => each.contains(item)));
  return codeIn(apart.map((each) => each.textContent).join(" "));
}

const dialCode = (el) => codeIn([el.textContent, attribute(el, "aria-label"), attribute(el, "title")].join("; "));
const codeIn = (text) => text.match(DIAL_CODE)?.[1].replace(/\D/g, "") ?? "";

const dialCodeOf = (el) => {
  const picker = phonePicker(el);
  return picker ? dialShown(picker) : "";
};

// The dial code chosen in the list that stands directly before a phone number; empty where what stands there is no list
// of dial codes. All the digits behind the plus count: "+1-242" is not "+1".
function listedCode(el) {
  const asked = [...(el.form ?? el.getRootNode()).querySelectorAll(CONTROLS)].filter((each) => each === el || isSeen(each));
  const list = asked[asked.indexOf(el) - 1];
  if (list?.localName !== "select") return "";
  const codes = [...list.options].map((option) => option.label.split("+").slice(1).join("").replace(/\D/g, ""));
  return codes.filter(Boolean).length * 2 > codes.length ? codes[list.selectedIndex] ?? "" : "";
}

//: a dial code and nothing else, but for a flag or the country's letters
const PRINTED = /^(?:\p{RI}{2}|[A-Z]{2,3})?\s*\(?\+\s?(\d{1,4})\)?$/u;

// The dial code that is printed before the box, in its line: what is typed goes on behind it. Empty where something else
// stands there first.
function printedCode(el) {
  for (let node = el, steps = 0; node && steps < NEAR; steps += 1, node = node.parentElement) {
    for (let before = node.previousSibling; before; before = before.previousSibling) {
      const text = isShownText(before) ? tidy(before.textContent) : "";
      if (before.nodeType === Node.ELEMENT_NODE && isOrHas(before)) return "";
      if (text) return isInLineBefore(before, el) ? text.match(PRINTED)?.[1] ?? "" : "";
    }
  }
  return "";
}

const isShownText = (node) => node.nodeType === Node.TEXT_NODE || (node.nodeType === Node.ELEMENT_NODE && isSeen(node));

// Before it, or laid over its beginning.
function isInLineBefore(node, el) {
  const range = document.createRange();
  range.selectNode(node);
  const [its, box] = [range.getBoundingClientRect(), el.getBoundingClientRect()];
  return its.top < box.bottom && box.top < its.bottom && its.left <= box.left + box.width / 3;
}

// The option whose dial code the digits begin with; the longest code, and of one code the foremost country.
function dialOption(picker, digits) {
  const shown = picker.matches(PRESSABLE) ? optionsShown(picker) : codesIn(picker).filter(isSeen);
  const coded = shown.map((el) => ({ el, code: dialCode(el) }));
  const fitting = coded.filter(({ code }) => code && digits.startsWith(code));
  const longest = Math.max(...fitting.map(({ code }) => code.length));
  const best = fitting.filter(({ code }) => code.length === longest);
  return best.length === 1 ? best[0] : best.find(({ el, code }) => isCountry(el, rules.foremost[code])) ?? null;
}

const isCountry = (el, code) =>
  [...el.attributes].some(({ value }) => value.toLowerCase() === code) ||
  el.querySelector(`[class$=${quoted(`-${code}`)}],[class$=${quoted(`__${code}`)}]`) !== null;
