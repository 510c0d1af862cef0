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
  const outermost = full.find((each) => !full.some((other) => other !== each && other.contains(each)));
  return outermost ? headed(outermost, el) : unnamedFor(el);
}

const hasArrow = (box) => [...box.querySelectorAll("button,[role=button],a")].some((each) => !each.closest(CELLS));

// A grid of days alone, with what stands over it and asks nothing else.
function headed(calendar, el) {
  const isGrid = calendar.matches("table,[role=grid]");
  const around = isGrid && !hasArrow(calendar) ? boxesOver(calendar, el).find(hasArrow) : null;
  return around ?? calendar;
}

//: levels between a day and what holds its calendar
const DEEPEST = 12;

// The boxes around a calendar that hold nothing but it: no other control, no way on.
function boxesOver(calendar, el) {
  const boxes = [];
  const isItsOwn = (each) => calendar.contains(each) || each.localName === "select" || yearIn(each.value ?? "") !== null;
  for (let box = calendar.parentElement; box && boxes.length < DEEPEST; box = box.parentElement) {
    if (box.matches(WHOLE) || box.contains(el) || controlsIn(box).some((each) => !isItsOwn(each)) || hasWayOn(box)) break;
    boxes.push(box);
  }
  return boxes;
}

const hasWayOn = (box) => [...box.querySelectorAll("button,input")].some(sendsForm);
const sendsForm = (each) => each.type === "submit" && each.form !== null;

// A calendar that nothing names: all days of a month, under its name and year, right by the control or not there before.
function unnamedFor(el) {
  const last = [...document.querySelectorAll("*")].filter((each) => isLastDay(each) && isSeen(each));
  return last.map((each) => unnamedAround(each, el)).find(Boolean) ?? null;
}

const isLastDay = (each) => !each.firstElementChild && each.textContent.trim() === String(DAYS_OF_A_MONTH);

function unnamedAround(day, el) {
  const boxes = boxesOver(day, el);
  const box = boxes.find((each) => cellsOf(each).length >= DAYS_OF_A_MONTH && monthIn(spoken(each)) && yearIn(spoken(each)));
  if (!box) return null;
  const holders = boxes.slice(boxes.indexOf(box));
  const whole = holders.find((each) => [1, -1].every((way) => arrowOf(each, way) ?? iconBeside(each, way))) ?? box;
  return !isOthers(whole) && isOf(whole, el) ? whole : null;
}

// What opens for a control stands beside it, with no other control between; or at the end of the body, where it was not.
function isOf(box, el) {
  if (!isBeside([box], el)) return false;
  if (!branchOf(box).contains(el)) return !look.stood.has(branchOf(box));
  const [first, second] = isAfter(box, el) ? [el, box] : [box, el];
  const isBetween = (each) => each !== el && !box.contains(each) && !each.contains(el) && isAfter(each, first) && isAfter(second, each);
  return !controlsIn(el.getRootNode()).some((each) => isBetween(each) && isSeen(each));
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
  return !cell.matches(":disabled") && !isTrue(cell, "aria-disabled") && !BARRED.test(named) && !ELSEWHERE.test(named);
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
  const mine = hasDays ? ofTheMonth(cells) : cells;
  const cell = mine.find((each) => isOpenTo(each) && isMeant(each, wanted, hasDays, isThere));
  if (cell) return { kind: "pick", el: cell };
  if (isThere || !shown.year) return { kind: "none" };
  if (setIn(calendar, wanted, shown)) return { kind: "set" };
  const el = arrowTo(calendar, (wanted.year - shown.year) * 12 + (hasDays ? wanted.month - shown.month : 0), hasDays);
  return el ? { kind: "move", el } : { kind: "none" };
}

// Without the days of the months before and after, which may look like those of this one.
function ofTheMonth(cells) {
  const days = cells.map((each) => tidy(each.textContent));
  const first = days.indexOf("1");
  const end = days.indexOf("1", first + 1);
  const month = cells.slice(first, end < 0 ? cells.length : end);
  return first >= 0 && month.length >= DAYS_OF_A_MONTH && !cells.some((each) => dateOf(each).month) ? month : cells;
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
  const pressable = "button,[role=button],a,[class*=next i],[class*=prev i]";
  const named = (each) => NAMING.map((name) => attribute(each, name)).join(" ");
  const direction = distance > 0 ? ONWARD : BACKWARD;
  const arrows = [...calendar.querySelectorAll(pressable)].filter((each) => direction.test(named(each)));
  const leads = (each) => isSeen(each) && !each.matches(":disabled") && !each.querySelector("table,[role=grid],button") && !sendsForm(each);
  const open = arrows.filter(leads);
  const far = open.filter((each) => BY_YEAR.test(named(each)));
  const near = open.filter((each) => !far.includes(each));
  const [first] = Math.abs(distance) >= 12 || !hasDays ? [...far, ...near] : [...near];
  return first ?? wordlessArrow(calendar, distance) ?? arrowOf(calendar, distance) ?? iconBeside(calendar, distance);
}

// What shows a hand and no words beside the name of the month: of several, that next to it leads to the next month.
function iconBeside(calendar, distance) {
  const isHeading = (each) => monthIn(spoken(each)) && yearIn(spoken(each)) && !each.querySelector(CELLS) && daysOf(each).length === 0;
  const heading = [...calendar.querySelectorAll("*")].filter(isHeading).pop();
  if (!heading) return null;
  const named = [...heading.querySelectorAll("*")].filter((each) => hasLetter(each.textContent) || yearIn(each.textContent));
  const edges = (named.length ? named : [heading]).map((each) => each.getBoundingClientRect());
  const [left, right] = [Math.min(...edges.map((each) => each.left)), Math.max(...edges.map((each) => each.right))];
  const { top, bottom } = heading.getBoundingClientRect();
  const hands = [...calendar.querySelectorAll("*")].filter((each) => tidy(each.textContent) === "" && isSeen(each) && showsHand(each));
  const icons = hands.filter((each) => !hands.includes(each.parentElement) && !each.closest(CELLS) && !maySend(each));
  const placed = icons.map((el) => ({ el, box: el.getBoundingClientRect() })).filter(({ box }) => box.top < bottom && top < box.bottom);
  const ahead = placed.filter(({ box }) => (distance > 0 ? box.left >= right - 1 : box.right <= left + 1));
  ahead.sort((one, other) => (distance > 0 ? one.box.left - other.box.left : other.box.right - one.box.right));
  return ahead[0]?.el ?? null;
}

// What is drawn as an arrow that way, and says nothing else.
function arrowOf(calendar, distance) {
  const glyph = distance > 0 ? POINTS_ONWARD : POINTS_BACK;
  const leads = (each) => !each.firstElementChild && glyph.test(each.textContent.trim()) && !each.closest(CELLS);
  const [arrow] = [...calendar.querySelectorAll("*")].filter((each) => leads(each) && isSeen(each) && !each.matches(":disabled"));
  return arrow && !sendsForm(arrow.closest("button") ?? arrow) ? arrow : null;
}

const POINTS_BACK = /^[‹<←◀◄❮⟨〈]$/u;
const POINTS_ONWARD = /^[›>→▶►❯⟩〉]$/u;

// Two buttons without words are the way back and the way on.
function wordlessArrow(calendar, distance) {
  const isArrow = (each) => !hasLetter(words(each)) && !DIGIT_ALONE.test(words(each)) && isSeen(each) && !each.closest(CELLS);
  const pair = [...calendar.querySelectorAll("button,[role=button]")].filter(isArrow);
  return pair.length === 2 && !pair.some((each) => attribute(each, "aria-label")) ? pair[distance > 0 ? 1 : 0] : null;
}

const doneButton = (calendar) =>
  [...calendar.querySelectorAll("button,[role=button]")].find((each) => DONE.test(tidy(each.textContent)) && isSeen(each)) ?? null;
