// Unfolds the parts of a form that ask something and are folded, each once in a document; returns the names of those it
// unfolded. Where only one part can be open at a time, it leaves open what was open.

const FOLDABLE =
  "input:not([type=hidden],[type=submit],[type=button],[type=image],[type=reset],[type=search]),select,textarea," +
  "[contenteditable=true],[role=textbox],[role=combobox],[role=radio],[role=checkbox]";
const REQUIRED = "[required],[aria-required=true]";
const HEADING = "h1,h2,h3,h4,h5,h6,legend,summary,[role=heading]";
//: what opens a list, a menu or something over the page, and what stands beside the form
const NO_PART = "[role=listbox],[role=option],[role=menu],[role=tree],[role=grid],[role=dialog],dialog,nav";
const ASIDE = "nav,header,footer,aside,[role=navigation],[role=search],[role=menu],[role=menubar],[aria-haspopup]";
//: what adds to the form what need not be there
const ADDS = /^\s*[+＋]|\b(?:add|optional|filters?|hinzufügen|ajouter|añadir|agregar|aggiungi|toevoegen|adicionar|dodaj)\b/i;
const LONGEST = 120;
//: for a part to open, and one frame of it where the page is not drawn
const OPENING_MS = 600;
const FRAME_MS = 100;

const asked = (part) => [...part.querySelectorAll(FOLDABLE)];
const shownIn = (part) => asked(part).filter(isSeen);
const saidBy = (toggle) => tidy(toggle.innerText ?? "") || tidy(attribute(toggle, "aria-label"));

function partOf(toggle) {
  if (toggle.localName === "summary") return toggle.parentElement;
  const target = attribute(toggle, "data-bs-target") || attribute(toggle, "data-target") || attribute(toggle, "href");
  const id = attribute(toggle, "aria-controls").split(/\s+/)[0] || (target.startsWith("#") ? target.slice(1) : "");
  const root = toggle.getRootNode();
  const heading = toggle.closest("h1,h2,h3,h4,h5,h6,legend,[role=heading]") ?? toggle;
  return (id && root.getElementById?.(id)) || heading.nextElementSibling;
}

// Whether pressing it does no more than to unfold: it sends no form and leads nowhere.
function onlyUnfolds(toggle) {
  if (toggle.localName === "button" && toggle.form && toggle.type === "submit") return false;
  return toggle.localName !== "a" || /^(?:#.*|javascript:.*)?$/i.test(attribute(toggle, "href"));
}

function isWanted(toggle, part) {
  const said = saidBy(toggle);
  if (!said || said.length > LONGEST || ADDS.test(said)) return false;
  return part.querySelector(REQUIRED) !== null || (toggle.closest(HEADING) !== null && part.closest("form") !== null);
}

function isFoldedPart(toggle) {
  const part = partOf(toggle);
  if (!part || part.matches(NO_PART) || part.querySelector(NO_PART)) return false;
  if (!asked(part).length || shownIn(part).length) return false;
  const form = part.closest("form,[role=form]") ?? document.body;
  return form.contains(toggle) && shownIn(form).length > 0 && isWanted(toggle, part);
}

const mayPress = (el) => isSeen(el) && !isDisabled(el) && !el.closest(ASIDE) && !el.matches(FOLDABLE) && onlyUnfolds(el);
const listToggles = () =>
  [...document.querySelectorAll("details:not([open]) > summary,[aria-expanded=false]")]
    .filter((each) => mayPress(each) && isFoldedPart(each));

const passFrame = () => new Promise((resume) => { requestAnimationFrame(resume); setTimeout(resume, FRAME_MS); });

// Unfolds the part, and waits until it shows something.
async function unfold(toggle) {
  const [part, begun] = [partOf(toggle), performance.now()];
  toggle.click();
  do {
    await passFrame();
    clippers.clear();
  } while (!shownIn(part).length && performance.now() - begun < OPENING_MS);
}

const nameOf = (toggle) => `${performance.timeOrigin} ${saidBy(toggle)}`;
const unfolded = [];
for (const toggle of listToggles().filter((each) => !task.includes(nameOf(each)))) {
  const open = shownIn(document);
  unfolded.push(nameOf(toggle));
  await unfold(toggle);
  const closed = open.find((each) => each.isConnected && !isSeen(each));
  if (!closed) continue;
  const former = listToggles().find((each) => partOf(each).contains(closed));
  if (former) await unfold(former);
  break;
}
return unfolded;
