// Hides the notice about cookies that lies over the button, and what such a notice leaves to dim the page: returns
// whether anything was hidden. Nothing in it is pressed, so nothing is agreed to; what asks for a text stays.

const NOTICE = /cookie/i;
const ASKS = "input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=hidden]),textarea,select,iframe";
const HOLDS = "button,a,input,label,img,[role=button]";
const MOST = 4;

const up = (at) => at.assignedSlot ?? at.parentElement ?? at.getRootNode().host ?? null;
const inside = (at) => at.shadowRoot ?? at;

function deepest(x, y) {
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

// The outermost box of it that stays where it is while the page is scrolled, if the button is not in it.
function floating(hit) {
  let box = null;
  for (let at = hit; at; at = up(at)) {
    if (at === el || at.contains(el)) return box;
    if (["fixed", "sticky"].includes(getComputedStyle(at).position)) box = at;
  }
  return box;
}

const asks = (box) => box.querySelector(ASKS) ?? inside(box).querySelector(ASKS);
const isNotice = (box) => NOTICE.test(`${box.innerText} ${inside(box).textContent}`) && !asks(box);
const isVeil = (box) => !box.innerText.trim() && !box.shadowRoot && !box.querySelector(`${HOLDS},${ASKS}`);

let told = false;
const hidden = [];
while (hidden.length < MOST) {
  const { left, top, width, height } = el.getBoundingClientRect();
  const box = floating(deepest(left + width / 2, top + height / 2));
  if (!box || !(isNotice(box) || (told && isVeil(box)))) break;
  told = true;
  box.style.setProperty("display", "none", "important");
  hidden.push(box);
}
return hidden.length > 0;
