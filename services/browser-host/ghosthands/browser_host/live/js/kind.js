// What pressing an element, or Enter in it, leads to, as far as it matters here.
(node, byEnter) => {
  if (node.localName === "select") return node.multiple || node.size > 1 || node.disabled ? "" : "list";
  if (byEnter && node.localName === "input" && node.form) return "submit";
  const sends = ["submit", "image"].includes(node.type) && Boolean(node.form);
  return sends && ["button", "input"].includes(node.localName) ? "submit" : "";
}
