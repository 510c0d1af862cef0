// What takes over the time that stands in a text box, in the panel that opened for it; null where there is none.

const TAKES_OVER = /^(?:ok|okay|done|apply|confirm|set|select|fertig|übernehmen|valider|aceptar)$/i;
const PANELS = "[role=dialog],[role=tooltip],[class*=time-panel i],[class*=timepicker i],[class*=time-picker i],[class*=picker-popup i]";

// A column of all the hours, by a clock of twelve or of twenty-four: a notice or another dialog has none.
function isOfHours(list) {
  const said = [...list.children].map((each) => tidy(each.textContent));
  const hours = new Set(said.filter((text) => /^\d{1,2}$/.test(text)).map(Number));
  return [[0, 23], [0, 11], [1, 12]].some(([first, last]) => hours.size === last - first + 1 && Math.min(...hours) === first && Math.max(...hours) === last);
}

const box = resolve(task);
const isClock = (panel) => [...panel.querySelectorAll("*")].some(isOfHours);
const panels = box ? hitsIn(document, PANELS).filter((each) => !each.contains(box) && isSeen(each) && isClock(each)) : [];
const buttons = panels.flatMap((each) => [...each.querySelectorAll("button,[role=button]")]);
return buttons.find((each) => TAKES_OVER.test(words(each) || tidy(each.textContent)) && isSeen(each) && !maySend(each)) ?? null;
