// What a control holds now. It goes back to the process that holds the value, to be compared there, and nowhere else.

// What an editor shows as a hint is no text of anybody's, nor are the marks that keep an empty line open.
function editableText(el) {
  const hint = el.querySelector("[data-slate-placeholder]")?.innerText ?? "";
  const text = el.innerText.replace(/\ufeff|\u200b/g, "");
  return hint && text.trim() === hint.trim() ? "" : text;
}

// A text in a box for tags is none of them before it was entered.
function tagsIn(box) {
  const known = [...box.querySelectorAll(rules.drawn.tag)];
  return (known.length ? known : removableIn(box, isSeen)).map((tag) => chipText(tag) || tidy(tag.textContent));
}

// What the application was told, where a framework says: a text that it never heard of is painted over, or not sent.
function isUnheard(el) {
  const key = Object.keys(el).find((name) => name.startsWith("__reactProps$"));
  const { value, checked } = (key && el[key]) || {};
  if (typeof checked === "boolean") return checked !== el.checked;
  return typeof value === "string" && el.type !== "number" && "value" in el && value !== el.value;
}

// A code beside which another can be picked is no fixed one.
const lonePrintedCode = (el) => (phonePicker(el) ? "" : printedCode(el));

const READ = {
  text: (el) => ({ text: isSlider(el) ? slidTo(el) : tagBoxOf(el) ? tagsIn(tagBoxOf(el)).join(", ") : el.value, half: halfBeside(el) }),
  phone: (el) => ({ text: el.value, dial: dialCodeOf(el) || listedCode(el) || printedCode(el) }),
  behind_code: (el) => ({ text: el.value, dial: listedCode(el) || lonePrintedCode(el), printed: lonePrintedCode(el) !== "" }),
  date: (el) => ({ text: isCalendar(el) ? dayChosenIn(el) : isDateButton(el) ? words(el) : el.value ?? sectionText(el) }),
  editable: (el) => ({ text: editableText(el) }),
  combobox: (el) => ({ text: chosenIn(el), chosen: allChosenIn(el) }),
  select: (el) => ({ chosen: [...el.selectedOptions].map((option) => tidy(option.label)), half: halfBeside(el) }),
};

const BARRED = ["badInput", "rangeUnderflow", "rangeOverflow", "stepMismatch", "typeMismatch", "patternMismatch"];

// Whether the browser would not let the form be sent with this in it.
const isBarred = (el) => Boolean(el.willValidate && !el.form?.noValidate && BARRED.some((why) => el.validity[why]));

function readingOf({ how, css, options }) {
  if (how === "ticks") {
    const ticks = options.map(resolve);
    if (!ticks.every(Boolean)) return { code: "element_not_found" };
    return { ticked: ticks.flatMap((el, index) => (isTicked(el) ? [index] : [])), ...besides(ticks, how) };
  }
  const el = resolve(css);
  if (!el) return { code: "element_not_found" };
  const reading = { ...READ[how](el), ...besides([el], how) };
  const isUnsaid = (how === "combobox" && isUntold(el)) || (how === "date" && hostValueOf(el) === "") || isUntoldByVue(el);
  const isShownOnly = Boolean(reading.text) && isUnsaid;
  return isBarred(el) || isUnheard(el) || isShownOnly ? { ...reading, code: "not_kept" } : reading;
}
