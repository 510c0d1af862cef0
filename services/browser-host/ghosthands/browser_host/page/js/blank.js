// Whether a control holds nothing that would be sent as an answer: a mask without digits is nothing, half a date is not.

const WORD = /[\p{L}\p{N}]/u;
const DIGIT = /\d/;
const DIAL_PREFIX = /^\+\d{0,4}$/;

const isHalfTyped = (el) => Boolean(el.validity?.badInput);
const isSectionBlank = (el) => attribute(el, "aria-valuetext") === "Empty" || !DIGIT.test(sectionText(el));

const BLANK = {
  text: (el) => isSlider(el) ? movedTo(el) === "" : !WORD.test(el.value) && !isHalfTyped(el) && !(tagBoxOf(el) && tagsIn(tagBoxOf(el)).length),
  phone: (el) => !WORD.test(el.value) || DIAL_PREFIX.test(el.value.replace(/[\s()._-]/g, "")),
  date: (el) => isCalendar(el) ? dayChosenIn(el) === "" : isDateButton(el) ? !DIGIT.test(words(el)) : ("value" in el ? !DIGIT.test(el.value) && !isHalfTyped(el) : isSectionBlank(el)),
  editable: (el) => !WORD.test(editableText(el)),
  combobox: (el) => !allChosenIn(el).length,
  select: (el) => (el.multiple ? !el.selectedOptions.length : !isChosen(el)),
};

// What the form would send all the same, of what was not there before.
const isLeft = (mine, how) => (besides(mine, how).beside ?? []).some((each) => each.changed);

function holdsNothing({ how, css, options }) {
  if (how === "ticks") {
    const ticks = options.map(resolve).filter(Boolean);
    return !ticks.some(isTicked) && !(ticks.length && isLeft(ticks, how));
  }
  const el = resolve(css);
  return !el || (BLANK[how](el) && !isLeft([el], how));
}
