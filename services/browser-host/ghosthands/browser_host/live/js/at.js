// The innermost element at a point of this frame's viewport, through open shadow roots; a list's entry is its list.
([x, y]) => {
  let root = document;
  let found = null;
  for (;;) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
    if (!inner.shadowRoot) break;
    root = inner.shadowRoot;
  }
  return found?.closest("select, button, input") ?? found;
}
