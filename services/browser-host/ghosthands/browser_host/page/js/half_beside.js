// Chooses a half of the day in the list that stands beside a time; whether there is one.

const el = resolve(task.css);
const list = el && halvesAfter(el);
const wanted = [...(list?.options ?? [])].find(({ label }) => tidy(label)[0]?.toLowerCase() === task.half[0] && HALF.test(tidy(label)));
if (wanted && !wanted.selected && !list.disabled) setSelected(list, [wanted]);
return Boolean(list);
