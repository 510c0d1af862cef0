// What a control holds now. It goes back to the process that holds the value, to be compared there, and nowhere else.

const READ = {
  text: (el) => ({ text: el.value }),
  phone: (el) => ({ text: el.value, dial: dialCodeOf(el) }),
  date: (el) => ({ text: el.value ?? sectionText(el) }),
  editable: (el) => ({ text: el.innerText }),
  combobox: (el) => ({ text: chosenIn(el), chosen: allChosenIn(el) }),
  select: (el) => ({ chosen: [...el.selectedOptions].map((option) => tidy(option.label)) }),
};

function readingOf({ how, css, options }) {
  if (how === "ticks") {
    const ticks = options.map(resolve);
    if (!ticks.every(Boolean)) return { code: "element_not_found" };
    return { ticked: ticks.flatMap((el, index) => (isTicked(el) ? [index] : [])) };
  }
  const el = resolve(css);
  return el ? READ[how](el) : { code: "element_not_found" };
}
