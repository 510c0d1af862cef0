// What takes over what was picked in the dialog of a combobox; null where there is none, or it needs no such word.

const TAKES_OVER = /^(?:ok|okay|done|apply|confirm|save|select|fertig|übernehmen|valider|aceptar)$/i;
const combobox = resolve(task);
const dialogs = combobox ? listsOf(combobox).filter((each) => each.matches(APART)) : [];
const isButton = (each) => each.matches("button,[role=button]");
const buttons = dialogs.flatMap((each) => [...composedIn(each)]).filter(isButton);
return buttons.find((each) => TAKES_OVER.test(words(each) || tidy(each.textContent)) && isSeen(each)) ?? null;
