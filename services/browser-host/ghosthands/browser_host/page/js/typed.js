// Types a text where the focus is in this document, all of it or nothing; whether it did. Editors take what is pasted for
// themselves, and nothing that is typed behind their backs.

const at = focusedHere();
if (at === null) return false;
if (at.isContentEditable) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", task);
  const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true });
  if (!at.dispatchEvent(pasted)) return true;
}
return focusedHere() === at && document.execCommand("insertText", false, task);
