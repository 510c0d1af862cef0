// What takes out again what a control shows as chosen twice; null where nothing is.

const combobox = resolve(task);
const shown = combobox ? chipsOf(combobox, combobox.parentElement, isSeen) ?? [] : [];
const double = shown.findLast((each, place) => shown.findIndex((other) => chipText(other) === chipText(each)) < place);
return double?.querySelector(`button,[role=button],${REMOVES}`) ?? null;
