// Pastes a text into an editor that has the focus, over its selection, in one go. Editors take what is pasted for
// themselves; what does not is edited by the browser. Empty, or why it could not be.

if (!isFocused(el)) return "focus_taken";
const clipboardData = new DataTransfer();
clipboardData.setData("text/plain", task);
const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true });
if (!document.activeElement.dispatchEvent(pasted)) return "";
if (!isFocused(el)) return "focus_taken";
return document.execCommand("insertText", false, task) ? "" : "not_kept";
