// What is to be pressed in the calendar of a date input.

const el = resolve(task.css);
const calendar = el && calendarOf(el);
if (!calendar) return null;
return task.done ? doneButton(calendar) : stepTo(calendar, task).el ?? null;
