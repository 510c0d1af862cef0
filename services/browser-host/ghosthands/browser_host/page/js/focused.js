// Whether an element has the focus of its document, itself or something of its own in it, through all shadow roots.

function isFocused(el) {
  if (!el.isConnected) return false;
  let root = el.getRootNode();
  const at = root.activeElement;
  if (at !== el && (!el.contains(at) || /^i?frame$/.test(at.localName))) return false;
  for (let host = root.host; host; host = root.host) {
    root = host.getRootNode();
    if (root.activeElement !== host) return false;
  }
  return true;
}
