// Whether this document has the focus.

return focusedHere() !== null;
