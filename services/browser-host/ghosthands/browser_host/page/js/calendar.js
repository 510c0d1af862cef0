// Calendars a page draws: which one belongs to an input, what month it shows, and what to press to get to a date.

const CALENDARS =
  "[role=dialog],[role=grid],[class*=calendar i],[class*=datepicker i],[class*=date-picker i]," + rules.drawn.calendar;
const CELLS = `[role=gridcell],[role=option],td,${rules.drawn.cell}`;
const ELSEWHERE = /(?:^|[\s_-])(?:outside|other|prev(?:ious)?|next)/i;
const BARRED = /(?:^|[\s_-])disabled/i;
const ONWARD = /next|forward|nächst|suivant|siguiente/i;
const BACKWARD = /prev|back|vorher|précédent|anterior/i;
const BY_YEAR = /year|super|double|fast|jahr|année|año/i;
const DONE = /^(?:ok|okay|apply|done|set|confirm|select|übernehmen|fertig)$/i;
const DAYS_OF_A_MONTH = 28;
const MONTHS_OF_A_YEAR = 12;
const LONGEST_CELL = 14;
const DIGIT_ALONE = /^\d+$/;
//: where a button may say which way it leads
const NAMING = ["aria-label", "title", "class", "data-direction"];
const TELLING = ["aria-label", "title", "data-date", "datetime", "data-value"];

const monthNames = new Map();
for (const language of ["en", document.documentElement.lang || "en"]) {
  for (let index = 0; index < MONTHS_OF_A_YEAR; index += 1) nameMonth(language, index);
}

function nameMonth(language, index) {
  try {
    for (const month of ["long", "short"]) {
      const name = new Date(2000, index, 15).toLocaleDateString(language, { month });
      monthNames.set(name.toLowerCase().replace(".", ""), index + 1);
    }
  } catch {
    // an author's language tag need not be one
  }
}

const lettersIn = (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const monthIn = (text) => lettersIn(text).map((word) => monthNames.get(word)).find(Boolean) ?? null;
const yearIn = (text) => Number(text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/)?.[0]) || null;

function calendarOf(el) {
  if (isCalendar(el)) return aroundCalendar(el);
  const drawn = hitsIn(document, CALENDARS).filter((each) => !each.contains(el) && isSeen(each) && !isOthers(each));
  const full = [...new Set(drawn)].filter((each) => cellsOf(each).length >= MONTHS_OF_A_YEAR);
  return full.find((each) => !full.some((other) => other !== each && other.contains(each))) ?? null;
}

// One that stands on the page by itself is a question of its own.
const isOthers = (each) => [...look.asked.values()].some((asked) => isCalendar(asked) && (each.contains(asked) || asked.contains(each)));

function cellsOf(calendar) {
  const innermost = [...calendar.querySelectorAll(CELLS)].filter((each) => !each.querySelector(CELLS));
  const cells = innermost.filter((each) => tidy(each.textContent).length <= LONGEST_CELL && !each.closest("tr[aria-hidden=true]") && isSeen(each));
  return cells.length ? cells : daysOf(calendar);
}

// The days of the month shown, in a calendar of boxes: from its first to the last before the next month's first.
function daysOf(calendar) {
  const isDay = (each) => /^\d{1,2}$/.test(tidy(each.textContent));
  const days = [...calendar.querySelectorAll("*")].filter((each) => isDay(each) && !isDay(each.parentElement) && isSeen(each));
  const [first = 0, end = days.length] = days.flatMap((each, index) => (Number(each.textContent) === 1 ? [index] : []));
  const month = days.slice(first, end);
  return month.length >= DAYS_OF_A_MONTH ? month : [];
}

// The date a cell says it stands for, as far as it says it.
function dateOf(cell) {
  const stamped = cell.closest("[data-timestamp]")?.dataset.timestamp;
  if (stamped) return dateAt(new Date(Number(stamped)));
  const told = TELLING.map((name) => attribute(cell, name)).join(" ");
  const [, year, month, day] = told.match(/(\d{4})-(\d{1,2})(?:-(\d{1,2}))?/) ?? [];
  if (year) return { year: Number(year), month: Number(month), day: Number(day) || null };
  const number = told.replace(/\d{4}/, " ").match(/\d{1,2}/)?.[0];
  return { year: yearIn(told), month: monthIn(told), day: Number(number) || null };
}

const dateAt = (date) => ({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });

function isOpenTo(cell) {
  const named = `${attribute(cell, "class")} ${attribute(cell.firstElementChild ?? cell, "class")}`;
  if (cell.matches("[data-outside]") || cell.firstElementChild?.matches("[data-outside]")) return false;
  return !isDisabled(cell) && !BARRED.test(named) && !ELSEWHERE.test(named);
}

// The month and year of the cells: by what they say, by the name of their grid, else by what stands above them.
function shownBy(calendar, cells) {
  const [told] = cells.filter(isOpenTo).map(dateOf).filter(({ year, month }) => year && month);
  const chosen = [...calendar.querySelectorAll("select")].map((list) => list.selectedOptions[0]?.label ?? "");
  const typed = [...calendar.querySelectorAll("input")].map((input) => input.value);
  const captions = [...calendar.querySelectorAll("button")].filter((each) => !each.closest(CELLS) && isSeen(each));
  const grid = attribute(calendar.matches("[role=grid]") ? calendar : calendar.querySelector("[role=grid]") ?? calendar, "aria-label");
  if (!told && monthIn(grid) && yearIn(grid)) return { year: yearIn(grid), month: monthIn(grid) };
  const header = [...chosen, ...typed, spoken(calendar), ...captions.map((each) => each.textContent)].join(" ");
  return { year: told?.year ?? yearIn(header), month: told?.month ?? monthIn(header) };
}

// What to do next to get to `wanted`: `pick` a cell, `move` by a button, `set` what was set here, or nothing.
function stepTo(calendar, wanted) {
  const cells = cellsOf(calendar);
  const hasDays = cells.filter((each) => /^\d{1,2}$/.test(tidy(each.textContent))).length >= DAYS_OF_A_MONTH;
  const shown = shownBy(calendar, cells);
  const isThere = shown.year === wanted.year && (!hasDays || shown.month === wanted.month);
  const cell = cells.find((each) => isOpenTo(each) && isMeant(each, wanted, hasDays, isThere));
  if (cell) return { kind: "pick", el: cell };
  if (isThere || !shown.year) return { kind: "none" };
  if (setIn(calendar, wanted, shown)) return { kind: "set" };
  const el = arrowTo(calendar, (wanted.year - shown.year) * 12 + (hasDays ? wanted.month - shown.month : 0), hasDays);
  return el ? { kind: "move", el } : { kind: "none" };
}

function isMeant(cell, wanted, hasDays, isThere) {
  const told = dateOf(cell);
  const text = tidy(cell.textContent);
  if (told.year && told.month) {
    return told.year === wanted.year && told.month === wanted.month && (!hasDays || told.day === wanted.day);
  }
  return isThere && (hasDays ? Number(text) === wanted.day : monthIn(text) === wanted.month);
}

// Lists and boxes for the month and the year.
function setIn(calendar, wanted, shown) {
  if (shown.year !== wanted.year) return setYear(calendar, wanted.year);
  const months = [...calendar.querySelectorAll("select")].find((list) => monthIn(list.options[0]?.label ?? ""));
  return months ? choose(months, [...months.options].find(({ label }) => monthIn(label) === wanted.month)) : false;
}

function setYear(calendar, year) {
  const lists = [...calendar.querySelectorAll("select")];
  const option = lists.flatMap((list) => [...list.options]).find(({ label }) => label.trim() === String(year));
  if (option) return choose(option.parentElement.closest("select"), option);
  const box = [...calendar.querySelectorAll("input")].find((each) => yearIn(each.value) !== null);
  if (!box || box.readOnly) return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(box, String(year));
  for (const type of ["input", "change"]) box.dispatchEvent(new Event(type, { bubbles: true }));
  box.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true, key: "Enter" }));
  return true;
}

function choose(list, option) {
  if (!option || option.disabled || option.selected) return false;
  option.selected = true;
  for (const type of ["input", "change"]) list.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

function arrowTo(calendar, distance, hasDays) {
  const direction = distance > 0 ? ONWARD : BACKWARD;
  const pressable = "button,[role=button],a,[class*=next i],[class*=prev i]";
  const named = (each) => NAMING.map((name) => attribute(each, name)).join(" ");
  const arrows = [...calendar.querySelectorAll(pressable)].filter((each) => direction.test(named(each)));
  const leads = (each) => isSeen(each) && !each.matches(":disabled") && !each.querySelector("table,[role=grid],button");
  const open = arrows.filter(leads);
  const far = open.filter((each) => BY_YEAR.test(named(each)));
  const near = open.filter((each) => !far.includes(each));
  const [first] = Math.abs(distance) >= 12 || !hasDays ? [...far, ...near] : [...near];
  return first ?? wordlessArrow(calendar, distance);
}

// Two buttons without words are the way back and the way on.
function wordlessArrow(calendar, distance) {
  const isArrow = (each) => !hasLetter(words(each)) && !DIGIT_ALONE.test(words(each)) && isSeen(each) && !each.closest(CELLS);
  const pair = [...calendar.querySelectorAll("button,[role=button]")].filter(isArrow);
  return pair.length === 2 && !pair.some((each) => attribute(each, "aria-label")) ? pair[distance > 0 ? 1 : 0] : null;
}

const doneButton = (calendar) =>
  [...calendar.querySelectorAll("button,[role=button]")].find((each) => DONE.test(tidy(each.textContent)) && isSeen(each)) ?? null;
