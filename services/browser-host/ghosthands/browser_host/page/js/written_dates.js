// What boxes say of how a date is written in them: the language that they stand in, and which of some forms their pattern
// takes; null where they have none.

return task.map(({ css, forms }) => {
  const el = resolve(css);
  const pattern = el ? attribute(el, "pattern") : "";
  const probe = Object.assign(document.createElement("input"), { pattern });
  const takes = (text) => Object.assign(probe, { value: text }).validity.valid;
  return { language: el?.closest("[lang]")?.lang ?? "", taken: pattern ? forms.filter(takes) : null };
});
