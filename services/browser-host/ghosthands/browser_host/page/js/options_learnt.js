// Opens each of some comboboxes for a moment and closes it again: the labels of the options that only then are on the
// page, none where it cannot be told. What was learnt stays with the element, so a list is opened once as long as it
// lives. Focus and place on the page are left as they were.
//
// Options are a combobox's own: a list that takes its time is waited for, one that fades is let go, and where the list
// of an earlier one never came, only a list is taken that is this one's by its name, its place in the page or its edge.
//
// The events are a visit's without the visit: none of ours submits, and an Escape of ours closes no dialog.

const OPENED_MS = 150;
//: for what says that it is open, or is there for nothing but to be opened
const LATE_MS = 800;
const CLOSED_MS = 250;
//: for a list that another one left to fade
const FADED_MS = 400;
const POLL_MS = 15;
const ALL_MS = 6_000;
const MOST_OPTIONS = 300;
const HEARD_BY_ALL = { bubbles: true, cancelable: true, composed: true };
const BY_MOUSE = { ...HEARD_BY_ALL, pointerType: "mouse", isPrimary: true, button: 0, detail: 1 };

const givenUp = performance.now() + ALL_MS;
const labelsOf = (el) => optionsShown(el).map(optionWords);
const key = (el, name) => el.dispatchEvent(new KeyboardEvent("keydown", { ...HEARD_BY_ALL, key: name, code: name }));

function clickOn(el) {
  const fired = (Kind, type, buttons) => el.dispatchEvent(new Kind(type, { ...BY_MOUSE, buttons }));
  fired(PointerEvent, "pointerdown", 1);
  if (fired(MouseEvent, "mousedown", 1)) el.focus({ preventScroll: true });
  fired(PointerEvent, "pointerup", 0);
  fired(MouseEvent, "mouseup", 0);
  el.click();
}

// Whether something came true before the time was over, and as many looks as fit into it: a busy machine takes longer.
async function soon(limit, isSo) {
  const end = performance.now() + limit;
  for (let looks = 0; looks < limit / POLL_MS || performance.now() < end; looks += 1) {
    clippers.clear();
    if (isSo()) return true;
    await new Promise((resume) => setTimeout(resume, POLL_MS));
  }
  return false;
}

// The labels as soon as they stand still; none where the list opens without any.
async function drawn(el) {
  let before = null;
  let labels = [];
  const isStill = () => {
    labels = labelsOf(el);
    const isOpen = labels.length > 0 || (isTrue(el, "aria-expanded") && listsOf(el).some((list) => words(list) !== ""));
    const now = isOpen ? JSON.stringify(labels) : null;
    const same = now !== null && now === before;
    before = now;
    return same;
  };
  const isThere = (await soon(OPENED_MS, isStill)) || (isToCome(el) && (await soon(LATE_MS, isStill)));
  if (!isThere) late.push(el);
  return isThere && isOwn(el) ? labels : [];
}

const isToCome = (el) => isTrue(el, "aria-expanded") || el.localName !== "input";

//: comboboxes whose lists did not come in time: they may come while the next ones are open
const late = [];

function isOwn(el) {
  const others = late.filter((each) => each !== el);
  if (!others.length || madeOf(el)) return true;
  const lists = listsOf(el);
  const hangsFrom = (list) => isHungFrom(list, el) && !others.some((other) => isHungFrom(list, other));
  return lists.length > 0 && lists.every((list) => isNamedBy(list, el) || standsAmong(list, el, others) || hangsFrom(list));
}

function isNamedBy(list, el) {
  const holder = el.closest("[role=combobox]") ?? el;
  const named = [el, holder].flatMap((each) => [...byIds(each, "aria-controls"), ...byIds(each, "aria-owns")]);
  return named.some((each) => each.contains(list) || list.contains(each));
}

// Whether the smallest box around a list that holds any of them holds this one alone.
function standsAmong(list, el, others) {
  let box = list.parentElement;
  while (box && ![el, ...others].some((each) => box.contains(each))) box = box.parentElement;
  return Boolean(box) && !others.some((each) => box.contains(each));
}

//: pixels between the edges of a control and its list
const EDGE = 12;

function isHungFrom(list, el) {
  const [its, mine] = [list, el].map((each) => each.getBoundingClientRect());
  const gap = Math.min(Math.abs(its.top - mine.bottom), Math.abs(mine.top - its.bottom));
  return gap <= EDGE && its.left < mine.right && mine.left < its.right;
}

async function opened(el) {
  clickOn(el);
  const labels = await drawn(el);
  if (labels.length || el.localName !== "input" || isTrue(el, "aria-expanded")) return labels;
  key(el, "ArrowDown");
  return drawn(el);
}

// As it is closed by people: an input by leaving it, a button by pressing it again; else by key.
async function closed(el) {
  const again = () => (el.localName === "input" ? el.blur() : clickOn(el));
  const escape = () => [document.activeElement, el].forEach((each) => isOpen(el) && key(each, "Escape"));
  for (const way of [again, escape]) {
    if (isOpen(el)) way();
    if (await soon(CLOSED_MS, () => !isOpen(el))) break;
  }
  document.activeElement?.blur?.();
}

const asOption = (label) => ({ label, placeholder: rules.placeholder.test(label) });
const isOpen = (el) => labelsOf(el).length > 0;

const submits = (el) => el.localName === "button" && el.type === "submit" && el.form !== null;
const isUnusable = (el) => el.matches("[readonly]:not(input)") || isDisabled(el);

async function learn(el) {
  if (!el || isUnusable(el) || submits(el)) return [];
  if (!el[LEARNT] && !(await soon(FADED_MS, () => !isOpen(el)))) return [];
  if (el[LEARNT] || performance.now() > givenUp) return el[LEARNT] ?? [];
  Object.defineProperty(el, LEARNT, { value: [], writable: true });
  const labels = await opened(el);
  const isWhole = labels.length <= MOST_OPTIONS && virtualScroller(el) === null && !isDeep(el);
  await closed(el);
  return (el[LEARNT] = isWhole ? labels.map(asOption) : []);
}

const focused = document.activeElement;
const [left, top] = [scrollX, scrollY];
const learnt = [];
for (const css of task) learnt.push(await learn(resolve(css)));
if (document.activeElement !== focused) focused?.focus?.({ preventScroll: true });
scrollTo({ left, top, behavior: "instant" });
return learnt;
