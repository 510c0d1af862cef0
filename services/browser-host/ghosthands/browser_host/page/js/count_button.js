// The button that counts a number up or down which nobody can type: one of the two on both sides of it, or after it.

const box = resolve(task.css);
const holder = box?.readOnly ? box.parentElement : null;
const MORE = /^\+$|\b(?:plus|more|increase|increment|up|add)\b|mehr|erhöh/i;
const LESS = /^[-−–]$|\b(?:minus|less|decrease|decrement|down|subtract|fewer)\b|weniger|verringer/i;
const pair = holder ? [...holder.querySelectorAll("button,[role=button]")].filter((each) => isSeen(each) && !maySend(each)) : [];
const says = (each, direction) => [words(each) || tidy(each.textContent), attribute(each, "aria-label")].some((text) => direction.test(text));
const isAlone = pair.length === 2 && askingIn(holder).every((each) => each === box);
const [up] = pair.filter((each) => says(each, MORE) && !says(each, LESS));
const [down] = pair.filter((each) => says(each, LESS) && !says(each, MORE));
return isAlone && up && down ? (task.up ? up : down) : null;
