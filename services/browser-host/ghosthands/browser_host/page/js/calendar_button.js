// The button that opens the calendar of a date input.

const input = resolve(task);
const CALENDAR = /calendar|date|kalender|calendrier/i;
const named = (each) => `${attribute(each, "aria-label")} ${attribute(each, "title")} ${attribute(each, "class")}`;
const nearest = input && (input.closest("[role=group]") ?? ownBox(input));
const buttons = nearest ? [...nearest.querySelectorAll("button,[role=button]")] : [];
return buttons.find((each) => CALENDAR.test(named(each)) && isSeen(each)) ?? null;
