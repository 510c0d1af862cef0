// How a control that slides is moved, and where it stands between its ends; null where it does not slide.

await new Promise((resume) => setTimeout(resume, 40)); // it may tell what it was moved to a moment later
const el = resolve(task);
if (!el || (el.type !== "range" && !isSlider(el))) return null;
const made = madeOf(el);
const said = (name) => (made ? "" : el[name] ?? el.getAttribute(`aria-value${name}`) ?? "");
const stands = { now: slidTo(el) || said("min"), least: said("min"), most: said("max") };
return { ...stands, counted: Boolean(made?.more), drawn: Boolean(made?.handle), keyed: !made?.handle || made.handle.tabIndex >= 0 };
