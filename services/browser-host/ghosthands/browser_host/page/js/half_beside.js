// Whether a list of the halves of the day stands beside a text box, which then takes a time without its own.

const HALVES = /^[ap]\.?m\.?$/i;
const box = resolve(task)?.parentElement;
const lists = [...(box?.parentElement?.querySelectorAll("select") ?? [])];
return lists.some((each) => each.options.length === 2 && [...each.options].every(({ label }) => HALVES.test(tidy(label))));
