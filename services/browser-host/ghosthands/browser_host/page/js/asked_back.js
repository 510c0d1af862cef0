// The questions that lie over the document: dialogs that ask for nothing to be filled in. Of each its words, and the
// buttons in it that say something.

const DIALOGS = "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]";
const isSeen = (each) => each.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && each.getClientRects().length > 0;
const tidy = (text) => text.replace(/\s+/g, " ").trim();
const saidOn = (button) => tidy(button.innerText ?? "") || tidy(button.value ?? "");
const within = (dialog, css) => [...dialog.querySelectorAll(css)].filter(isSeen);
//: what asks for something, also where it is not seen: a box is often hidden behind what is drawn for it
const ASKS =
  "input:not([type=hidden],[type=submit],[type=button],[type=image],[type=reset]),select,textarea,iframe," +
  "[contenteditable]:not([contenteditable=false]),[role=checkbox],[role=radio],[role=switch],[role=textbox]," +
  "[role=combobox],[role=listbox],[role=spinbutton]";
const asks = (box) =>
  box.querySelector(ASKS) !== null || [box, ...box.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot && asks(shadowRoot));
const isEnabled = (button) => !button.disabled && button.getAttribute("aria-disabled") !== "true";
const buttonsIn = (dialog) =>
  within(dialog, "button,[role=button],input[type=submit],input[type=button],a").filter((each) => saidOn(each) && isEnabled(each));

const open = [...document.querySelectorAll(DIALOGS)].filter((each) => isSeen(each) && !asks(each) && buttonsIn(each).length > 0);
const innermost = open.filter((each) => !open.some((other) => other !== each && each.contains(other)));
return innermost.map((dialog) => {
  const buttons = buttonsIn(dialog);
  return { words: tidy(dialog.innerText), said: buttons.map(saidOn), buttons };
});
