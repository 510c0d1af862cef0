// What boxes say of how a date is written in them: the language that they stand in, which of some forms their pattern
// takes, null where they have none, and what is told in them and around them.

// The largest box around this control alone.
function ownBox(el) {
  let box = el;
  const isAlone = (around) => around && around !== document.body && around.localName !== "form" && controlsIn(around).length < 2;
  while (isAlone(box.parentElement)) box = box.parentElement;
  return box;
}

// The text next to it, on that side, as far as no other control stands between.
function beside(el, side) {
  for (let node = el[side]; node && !holdsControl(node); node = node[side]) if (said(node)) return said(node);
  return "";
}

function toldAt(el) {
  const box = ownBox(el);
  const near = ["previousSibling", "nextSibling"].map((side) => beside(box, side));
  const described = byIds(el, "aria-describedby").concat([...(el.labels ?? [])]).map(words);
  const within = [...box.querySelectorAll("*")].filter((each) => !each.firstElementChild && !isOrHas(each)).map(said);
  return [attribute(el, "placeholder"), attribute(el, "title"), ...described, ...near, said(box), ...within].filter(Boolean);
}

return task.map(({ css, forms }) => {
  const el = resolve(css);
  const pattern = el ? attribute(el, "pattern") : "";
  const probe = Object.assign(document.createElement("input"), { pattern });
  const takes = (text) => Object.assign(probe, { value: text }).validity.valid;
  const told = el ? toldAt(el) : [];
  return { language: el?.closest("[lang]")?.lang ?? "", taken: pattern ? forms.filter(takes) : null, told };
});
