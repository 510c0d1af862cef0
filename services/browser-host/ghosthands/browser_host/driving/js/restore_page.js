// Scroll position and focus as they were.
({ x, y, focus }) => {
  const element = focus && document.evaluate(focus, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
  if (element && element !== document.activeElement) element.focus({ preventScroll: true });
  if (Math.abs(scrollX - x) > 1 || Math.abs(scrollY - y) > 1) scrollTo({ left: x, top: y, behavior: "instant" });
}
