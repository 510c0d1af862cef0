// Whether something is open that a control opened: it says so, or it was not there at first.

const el = resolve(task);
return el !== null && (attribute(el, "aria-expanded") === "true" || isSomethingOpen());
