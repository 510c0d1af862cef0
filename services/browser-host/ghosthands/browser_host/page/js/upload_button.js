// The button beside a file input that opens the dialog to choose a file; a drop zone without an input is its own.

const input = resolve(task);
if (input && input.localName !== "input") return input;
const OPENS = /upload|attach|browse|choose|select|add|hochladen|auswählen|parcourir|adjuntar/i;
const buttons = input ? [...ownBox(input).querySelectorAll("button,[role=button],label")] : [];
return buttons.find((each) => OPENS.test(words(each)) && isSeen(each)) ?? null;
