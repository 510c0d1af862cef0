// The questions that lie over the document: dialogs that ask for nothing to be filled in. Of each its words, and the
// buttons in it that say something.

const DIALOGS = `dialog[open],${APART}`;
const BUTTONS = "button,[role=button],input[type=submit],input[type=button],a";
//: what asks for something, also where it is not seen: a box is often hidden behind what is drawn for it
const ASKS =
  "input:not([type=hidden],[type=submit],[type=button],[type=image],[type=reset]),select,textarea,iframe," +
  "[contenteditable]:not([contenteditable=false]),[role=checkbox],[role=radio],[role=switch],[role=textbox]," +
  "[role=combobox],[role=listbox],[role=spinbutton]";

const wholeOf = (dialog) => [dialog, ...composedIn(dialog)];
const holdsBox = (box) => box.querySelector(ASKS) !== null || [box, ...box.querySelectorAll("*")].some((each) => rootOf(each) && holdsBox(rootOf(each)));
const asks = (dialog) => wholeOf(dialog).some((each) => each.matches(ASKS) || holdsBox(each));
const saidOn = (button) => words(button) || tidy(button.value ?? "");
const buttonsIn = (dialog) =>
  [...composedIn(dialog)].filter((each) => each.matches(BUTTONS) && isSeen(each) && saidOn(each) && !isDisabled(each));
// What components say in it, in their roots and slots, is not in its own text.
const saidByComponents = (dialog) => {
  const parts = wholeOf(dialog).filter((each) => rootOf(each) || each.localName === "slot");
  return parts.map((each) => spoken(rootOf(each) ?? each));
};

const open = [...composedIn(document)].filter((each) => each.matches(DIALOGS) && !asks(each) && buttonsIn(each).length > 0);
const innermost = open.filter((each) => ![...composedIn(each)].some((inner) => open.includes(inner)));
return innermost.map((dialog) => {
  const buttons = buttonsIn(dialog);
  const said = buttons.map(saidOn);
  return { words: tidy([dialog.innerText, ...saidByComponents(dialog), ...said].join(" ")), said, buttons };
});
