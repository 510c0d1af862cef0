// Files: which input took which, where the page shows it then, and what stands in for an input.

//: each input into which a file was put in this document, and the file's name: a page may take it and show its name
const takers = typeof look === "undefined" ? new Map() : (look.takers ??= new Map());
//: each zone to drop files on whose input stands elsewhere, and that input
const placed = typeof look === "undefined" ? new Map() : (look.placed ??= new Map());

// Where a page keeps a file that it took out of the input beside it, for its form to send: no question of its own.
function isStore(el) {
  if (el.type !== "file" || !el.files.length || takers.has(el) || isSeen(el)) return false;
  const isOf = ([taker, name]) => name === el.files[0].name && taker.isConnected && !taker.files?.length;
  return [...takers].some((each) => isOf(each) && each[0].parentElement.contains(el));
}

// A page may put the inputs of its zones at its end, where nobody sees them, and another one there for the next file.
const isStray = (el) => el.localName === "input" && el.parentElement === document.body && !isSeen(el);

// Tells each such input its zone, in the order of both; a new one the zone that has lost its own.
function placeStrays(controls, zones) {
  for (const zone of zones()) if (!placed.has(zone)) placed.set(zone, null);
  for (const control of controls) {
    const zone = placeOf(control.el) === control.el ? freeZone() : placeOf(control.el);
    if (!zone) continue;
    placed.set(zone, control.el);
    control.heading = headingBefore(zone, control.scope);
  }
}

const freeZone = () => [...placed.keys()].find((zone) => zone.isConnected && !placed.get(zone)?.isConnected);
const placeOf = (el) => [...placed].find(([zone, input]) => input === el && zone.isConnected)?.[0] ?? el;

// Something in the largest box that holds no other control shows a file that has arrived.
function isUploaded(el) {
  if ([...takers.values()].some((name) => showsName(ownBox(el), name))) return true;
  if (el.localName !== "input" && FILE_NAME.test(words(ownBox(el)))) return true;
  return rules.uploaded !== "" && hitsIn(ownBox(el), rules.uploaded).some(isSeen);
}

function ownBox(el) {
  let box = placeOf(el);
  const others = [...placed.keys()].filter((zone) => zone !== box);
  const asked = (around) => [...around.querySelectorAll(CONTROLS)].filter((each) => !isStore(each)).length;
  const isAlone = (around) => asked(around) <= 1 && !others.some((zone) => around.contains(zone));
  while (box.parentElement && isAlone(box.parentElement)) box = box.parentElement;
  return box;
}

//: a name too long for its place: `resume-of-ja…2026.pdf`
const SHORTENED = /^(.{3,}?)(?:…|\.{3})(.{3,})$/u;

// Whether the name of a file stands there, whole or with its middle left out.
function showsName(box, name) {
  const said = box.textContent;
  if (said.includes(name)) return true;
  if (!said.includes("…") && !said.includes("...")) return false;
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [, head, tail] = texts.currentNode.data.trim().match(SHORTENED) ?? [];
    if (head && name.startsWith(head) && name.endsWith(tail)) return true;
  }
  return false;
}
