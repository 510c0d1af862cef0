// What takes over the time that stands in a text box, in the panel that opened for it; null where there is none.

const TAKES_OVER = /^(?:ok|okay|done|apply|confirm|set|select|fertig|übernehmen|valider|aceptar)$/i;
const PANELS = "[role=dialog],[role=tooltip],[class*=time-panel i],[class*=timepicker i],[class*=time-picker i],[class*=picker-popup i]";
const box = resolve(task);
const panels = box ? hitsIn(document, PANELS).filter((each) => !each.contains(box) && isSeen(each)) : [];
const buttons = panels.flatMap((each) => [...each.querySelectorAll("button,[role=button]")]);
return buttons.find((each) => TAKES_OVER.test(words(each) || tidy(each.textContent)) && isSeen(each)) ?? null;
