// Sets every native control of a frame in one go, with the events frameworks listen to; what cannot be put in has a code.
//
// Values go in through the browser's own setters: what a framework put over an element's property to notice changes
// made by itself must not see ours, else it takes the event that follows for an echo.

function putText(el, { text, by_type, alternatives }) {
  if (isSlider(el) || tagBoxOf(el) || el.readOnly) return "not_kept"; // each is entered by key, or not at all
  const fits = (each) => el.maxLength < 0 || each.length <= el.maxLength;
  const wanted = by_type[el.type] ?? [text, ...alternatives].find(fits);
  if (wanted === undefined) return by_type.time ? "not_kept" : "too_long"; // a time has shorter ways to be said
  setValue(el, wanted);
  return null;
}

// What the list or the text before it says of the country, the number does not say again.
function putPhone(el, each) {
  const printed = lonePrintedCode(el);
  const national = each.behind?.[listedCode(el) || printed];
  if (printed && !national) return "not_kept"; // what it is then is more than a script may judge
  return putText(el, national ? { ...each, text: national, alternatives: [] } : each);
}

function putSelect(el, { labels }) {
  const wanted = [...el.options].filter((option) => labels.includes(tidy(option.label)) && !option.disabled);
  if (!wanted.length) return "no_such_option";
  setSelected(el, wanted);
  return null;
}

const tick = (el) => visit(el, () => (isSeen(el) ? el : tickedFor(el) ?? el).click());

// A click is what tick boxes and radios are heard by.
function putTicks({ options, wanted, single }) {
  const found = options.map(resolve);
  if (!found.every(Boolean)) return "element_not_found";
  const isOut = (el, index) => isTicked(el) !== wanted.includes(index) && (wanted.includes(index) || !single);
  const [first, ...others] = options.filter((_, index) => isOut(found[index], index));
  if (first) tick(resolve(first));
  return others.length ? tickInTurn(others, (css) => wanted.includes(options.indexOf(css))) : null;
}

// Each box of a group is heard before the next: until a page has painted what it was told, it answers with what it held
// before. The page may have ticked or unticked others meanwhile.
async function tickInTurn(options, isWanted) {
  for (const css of options) {
    await repainted();
    const el = resolve(css);
    if (el && isTicked(el) !== isWanted(css)) tick(el);
  }
  return null;
}

// What has keys of its own for its parts, and what shows no format, is not written into.
function putDate(el, each) {
  const isText = el.type === "text" || el.type === "tel";
  if (isSection(el) || isDateButton(el) || isCalendar(el) || el.readOnly || (isText && !each.formatted)) return "not_kept";
  return putText(el, each);
}

const PUT = { text: putText, phone: putPhone, date: putDate, select: putSelect };

function put(each) {
  if (each.how === "ticks") return putTicks(each);
  const el = resolve(each.css);
  if (!el) return "element_not_found";
  const isTyped = each.how !== "select" && !isSection(el) && el.type !== "range";
  if (el.matches(":disabled") || (isTyped && !isSeen(el))) return "not_visible";
  clippers.clear();
  return PUT[each.how](el, each);
}

const codes = [];
for (const each of task) {
  const code = put(each);
  // What need not wait lets the page paint nothing in between. A page may have put a Promise of its own in the place of
  // the browser's.
  codes.push(code?.then ? await code : code);
}
