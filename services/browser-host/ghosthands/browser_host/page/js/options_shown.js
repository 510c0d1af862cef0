// Waits until a list stands still and hands back its options' labels; an empty list after `limit` milliseconds.

const started = performance.now();
let before = "";
for (;;) {
  clippers.clear();
  const el = resolve(task.css);
  const labels = el ? optionsShown(el).map(words) : [];
  const now = JSON.stringify(labels);
  if (labels.length && now === before) return labels;
  if (performance.now() - started >= task.limit) return labels;
  before = now;
  await new Promise((resume) => setTimeout(resume, 50));
}
