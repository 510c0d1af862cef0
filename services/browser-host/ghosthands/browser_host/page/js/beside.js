// Presses on the ground between the questions, as whoever sends a form does sooner or later: that closes what a control
// opened, and some take back then what was typed and never chosen in it. Nothing lies there that a press would set off.

//: what a click in it sets off
const SET_OFF = "a,button,label,summary,[onclick],[role=button],[role=link]";
// What a script listens on shows a hand, as a form does on which files are dropped, and which opens a folder.
const setsOff = (ground) => ground.closest(SET_OFF) !== null || showsHand(ground);

// What is left as a whole: the form; the dialog around or within it, which a press outside of it may close; or the page.
function wholeOf(el) {
  const form = formOf(el);
  const dialog = chainOf(el)[0].closest(APART);
  return form && !(dialog && form.contains(dialog)) ? form : dialog ?? document.body;
}

// In a dialog, and on a page, what holds all that is asked there; around a single question nothing is known to lie
// beside it and within what a press outside of it may close.
function groundIn(whole) {
  const asked = [...look.asked.values()].filter((each) => wholeOf(each) === whole).map((each) => chainOf(each)[0]);
  if (whole.localName === "form") return whole;
  if (asked.length < 2) return null;
  let ground = asked[0].parentElement ?? whole;
  while (ground !== whole && !asked.every((each) => ground.contains(each))) ground = ground.parentElement ?? whole;
  return ground;
}

function pressOn(ground) {
  const { left, top } = ground.getBoundingClientRect();
  const at = { cancelable: true, button: 0, clientX: left + 1, clientY: top + 1 };
  const by = { ...at, pointerId: 1, pointerType: "mouse", isPrimary: true };
  fire(ground, "pointerdown", PointerEvent, { ...by, buttons: 1 });
  fire(ground, "mousedown", MouseEvent, { ...at, buttons: 1, detail: 1 });
  fire(ground, "pointerup", PointerEvent, by);
  fire(ground, "mouseup", MouseEvent, { ...at, detail: 1 });
  if (!setsOff(ground)) fire(ground, "click", PointerEvent, { ...by, detail: 1 });
}

const touched = (task.probes ?? task).flatMap(({ css }) => (css ? [resolve(css)] : [])).filter(Boolean);
for (const ground of [...new Set(touched.map(wholeOf))].map(groundIn)) if (ground) pressOn(ground);
clippers.clear();
await repainted();
