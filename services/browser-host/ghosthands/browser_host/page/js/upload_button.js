// What opens the dialog to choose a file: a button beside the input, or in the drop zone that has none; else the zone.

const OPENS = /upload|attach|browse|choose|select|add|hochladen|auswählen|parcourir|adjuntar/i;
const target = resolve(task);
if (!target) return null;
const isInput = target.localName === "input";
const buttons = [...(isInput ? ownBox(target) : target).querySelectorAll("button,a,[role=button],label")];
return buttons.find((each) => OPENS.test(words(each)) && isSeen(each)) ?? (isInput ? null : target);
