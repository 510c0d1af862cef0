// Puts a text in the place of all that the element holds, as the browser itself does what is pasted, in one go: nothing
// can take the focus meanwhile but what the page does on hearing of it. Empty, or why it could not be.

el.focus({ preventScroll: true });
if (!isFocused(el)) return "focus_taken";
if (el.select) el.select();
else getSelection().selectAllChildren(el);
return document.execCommand("insertText", false, task) ? "" : "not_kept";
