// What is pressed to see what is below an option of a list of lists (`opens`), or to pick it.

const el = resolve(task.css);
const option = el && columnsOf(el)[task.column]?.[task.place];
if (!option) return null;
return (task.opens && switchOf(option)) || pressedFor(option);
