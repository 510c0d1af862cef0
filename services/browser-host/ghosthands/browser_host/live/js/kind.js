// What pressing an element leads to, as far as it matters here.
(node) => {
  if (node.localName === "select") return node.multiple || node.size > 1 || node.disabled ? "" : "list";
  const sends = ["submit", "image"].includes(node.type) && Boolean(node.form);
  return sends && ["button", "input"].includes(node.localName) ? "submit" : "";
}
