// What has the focus in this document; null where it is not here, but in a document within this one or elsewhere.

function focusedHere() {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return document.hasFocus() && !/^(i?frame|fencedframe|object|embed)$/.test(at?.localName) ? (at ?? null) : null;
}
