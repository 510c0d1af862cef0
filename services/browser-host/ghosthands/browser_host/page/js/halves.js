// The list of the halves of the day that belongs to a time: without what it says, 2:30 is no time of day.

const HALF = /^[ap]\.?\s?m\.?$/i;
const TIME_ALONE = /^\s*\d{1,2}[:.]\d{2}/;

function isOfHalves({ localName, options }) {
  const offered = localName === "select" ? [...options].filter((each) => !isPlaceholder(each)) : [];
  return offered.length === 2 && offered.every(({ label }) => HALF.test(tidy(label)));
}

// The next control after a box for the time; after a list of hours, one for the minutes may come first.
function halvesAfter(el) {
  const isAfter = (each) => !el.contains(each) && el.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
  const [next, second] = [...el.getRootNode().querySelectorAll(CONTROLS)].filter((each) => isAfter(each) && (isSeen(each) || isLaidOver(each)));
  const near = el.localName === "select" && next?.localName === "select" ? [next, second] : [next];
  return near.find((each) => each && isOfHalves(each)) ?? null;
}

// What that list says beside a time or an hour of twelve; empty where there is none.
function halfBeside(el) {
  const mayBeHours = el.localName === "select" && el.options.length >= 12 && el.options.length <= 14;
  const list = mayBeHours || TIME_ALONE.test(el.value ?? "") ? halvesAfter(el) : null;
  return list ? tidy(list.selectedOptions[0]?.label ?? "") || "none" : "";
}
