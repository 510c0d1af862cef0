// Waits until a list stands still and hands back its options' labels; an empty list after `limit` milliseconds.
// Not every page keeps `aria-expanded` up to date; where it is to be believed, what is collapsed shows nothing.

const isCollapsed = (el) => attribute(el, "aria-expanded") === "false";
const started = performance.now();
let before = "";
for (;;) {
  clippers.clear();
  const el = resolve(task.css);
  const labels = el && !(task.believe && isCollapsed(el)) ? optionsShown(el).map(optionWords) : [];
  const now = JSON.stringify(labels);
  const isStill = labels.length > 0 && now === before;
  if (isStill || performance.now() - started >= task.limit) {
    return { labels, partial: isStill && virtualScroller(el) !== null, deep: isStill && isDeep(el) };
  }
  before = now;
  await new Promise((resume) => setTimeout(resume, 50));
}
