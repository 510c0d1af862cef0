// What to do next in the calendar of a date input: `none` where there is no calendar, or no such date in it.

const started = performance.now();
for (;;) {
  clippers.clear();
  const el = resolve(task.css);
  const calendar = el && calendarOf(el);
  if (calendar) return stepTo(calendar, task).kind;
  if (performance.now() - started >= task.limit) return "none";
  await new Promise((resume) => setTimeout(resume, 50));
}
