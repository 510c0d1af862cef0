// Waits until the button is enabled, or is no longer in the document, for up to `task` milliseconds.

const isOver = () => !el.isConnected || !isDisabled(el);
await new Promise((resume) => {
  const observer = new MutationObserver(() => isOver() && end());
  const timer = setTimeout(end, task);
  function end() {
    observer.disconnect();
    clearTimeout(timer);
    resume();
  }
  const watched = { subtree: true, childList: true, attributeFilter: ["disabled", "aria-disabled"] };
  for (const root of new Set([document, el.getRootNode()])) observer.observe(root, watched);
  if (isOver()) end();
});
return isOver() && el.isConnected;
