// Empties several controls as far as that goes without keys; for each, whether it is empty once it was left.

const CLEARS =
  "[class*=clear-indicator i],[class*=clearIndicator],[class*=select-clear],[class*=picker-clear],[aria-label=Clear i]";
const ANY_TIME = "12:00";

function emptyText(el) {
  if (isSlider(el) || el.readOnly) return; // it always stands somewhere, or nobody could have put that in
  if (isHalfTyped(el) && el.type === "time") setValue(el, ANY_TIME); // what is half typed is no value to replace
  if (isHalfTyped(el)) el.value = el.defaultValue;
  setValue(el, "");
}

function emptySelect(el) {
  const nothing = el.multiple ? [] : [...el.options].filter((option) => isPlaceholder(option) && !option.disabled);
  setSelected(el, nothing.slice(0, 1));
}

// The button that empties a list of picks, in the largest box where nothing else is asked.
function emptyCombobox(el) {
  if (asksFor(el) !== el) return emptySelect(asksFor(el));
  let box = el;
  while (box.parentElement && askingIn(box.parentElement).every((each) => each === el)) box = box.parentElement;
  const clear = box.querySelector(CLEARS);
  if (!clear) return;
  fire(clear, "mousedown", MouseEvent, { cancelable: true, button: 0 });
  fire(clear, "mouseup", MouseEvent, { cancelable: true, button: 0 });
  clear.click?.();
}

function emptyDate(el) {
  if (isCalendar(el)) el.querySelector(DAY_CHOSEN)?.querySelector("button")?.click(); // a second press takes it back
  if ("value" in el && !el.readOnly && !isSection(el) && !isDateButton(el)) emptyText(el);
}

const EMPTY = { text: emptyText, phone: emptyText, date: emptyDate, select: emptySelect, combobox: emptyCombobox };

async function untick(el) {
  if (!el || !isTicked(el) || el.type === "radio") return;
  visit(el, () => el.click());
  await repainted();
}

async function empty(each) {
  if (holdsNothing(each)) return;
  if (each.how !== "ticks") EMPTY[each.how]?.(resolve(each.css));
  else for (const css of each.options) await untick(resolve(css));
}

if (!task.look) for (const each of task.probes) await empty(each);
await repainted();
datas.clear();
unseenIn.clear();
return task.probes.map(holdsNothing);
