// A part of a control that a page made to be slid or counted.

const el = resolve(task.css);
return (el && madeOf(el)?.[task.part]) ?? null;
