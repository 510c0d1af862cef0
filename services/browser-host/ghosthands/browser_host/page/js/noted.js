// What is required by a note of the form's own: "Fields marked with † are required", "All fields are required".

//: signs that forms put beside what is required, besides the star; each says so only where a note tells it
const SIGN = /[†‡§¶#•●■▪◆◇★☆※✓✔°¹!~^]/gu;
const LONGEST_NOTE = 150;
const NO_NOTE = { signs: [], all: false };
//: form, or page -> what its notes say
const noted = new Map();

// The signs that notes give to what is required, and whether one says that everything is.
function noteOn(el) {
  const form = el.form ?? el.closest("form");
  if (!form && document.forms.length) return NO_NOTE;
  const whole = form && document.forms.length > 1 ? form : document.body;
  if (!noted.has(whole)) {
    const lines = (whole?.innerText ?? "").split("\n").map(tidy).filter((line) => line.length <= LONGEST_NOTE && rules.requires.test(line));
    noted.set(whole, { signs: lines.map(signOf).filter(Boolean), all: lines.some((line) => rules.requires_all.test(line)) });
  }
  return noted.get(whole);
}

// The sign that a note explains: "† = required", "Required fields are marked with †".
function signOf(note) {
  const [sign, ...more] = new Set(note.match(SIGN) ?? []);
  const explains = sign && !more.length && (rules.marks.test(note) || (note.replace(/^[("“]/, "").startsWith(sign) && note.split(" ").length <= 5));
  return explains ? sign : "";
}

// Whether a note makes a question a required one; a box by itself may be meant to stay empty.
function isNoted(el, label, scope, isBox) {
  const { signs, all } = noteOn(el);
  if (all && !isBox && !rules.optional.test(label)) return true;
  return signs.length > 0 && signs.some((sign) => [label, ...besideLabel(el, scope)].some((text) => text.includes(sign)));
}

// The signs right before and behind the control's label, and behind the control; what stands behind another is its own.
function besideLabel(el, scope) {
  const before = (node) => nextTo(node, "previousSibling");
  const isAnothers = (node) => [node, before(node)].some((each) => each && holdsControl(each));
  const ahead = labelElements(el, scope).map(before).filter((each) => each && !isAnothers(each));
  const behind = labelElements(el, scope).map((each) => nextTo(each, "nextSibling")).filter((each) => each && !holdsControl(each));
  return [...[...ahead, ...behind].map(said), lineBehind(el)].filter((text) => text && !hasLetter(text));
}

// The nearest node beside it that is no mere blank.
function nextTo(node, side) {
  let next = node[side];
  while (next?.nodeType === Node.TEXT_NODE && !tidy(next.data)) next = next[side];
  return next;
}
