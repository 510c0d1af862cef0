// What the form would send for a question besides what its control shows: inputs that nobody sees and that belong to it
// alone, and the component around an inner control. Where a text only shows, these are what the server gets.

const UNSEEN = "input[type=hidden][name],input[aria-hidden=true][name],select[aria-hidden=true][name]";
const ASKING = `${CONTROLS},[aria-haspopup=listbox],[role=switch]`;
const WHOLE = "form,body,fieldset";
//: dates of these kinds are what they show
const WRITTEN_OUT = new Set(["date", "month", "week", "datetime-local"]);

// As the form sends it; of a list what its option is called, for its value may be any word of the page's own.
function sentBy(el) {
  if (el.name === "" || el.matches(":disabled")) return "";
  if (el.localName === "select") return chosenLabels(el).join(", ");
  if (el.type === "checkbox" || el.type === "radio") return el.checked ? el.value : "";
  return el.value;
}

const chosenLabels = (el) => [...el.selectedOptions].filter((one) => one.value).map((one) => tidy(one.label));

const datas = new Map();

// What the form holds for a name. To ask for it is to fire `formdata`, by which some pages send: they don't hear of it.
function heldFor(form, name) {
  if (!datas.has(form)) {
    const keep = (event) => event.stopImmediatePropagation();
    addEventListener("formdata", keep, { capture: true });
    try {
      datas.set(form, new FormData(form));
    } finally {
      removeEventListener("formdata", keep, { capture: true });
    }
  }
  return datas.get(form).getAll(name).filter((each) => typeof each === "string");
}

const unseenIn = new Map();

// Each with the boxes around it, up to the one that holds a question; a whole form is nobody's own.
function unseenOf(root) {
  if (!unseenIn.has(root)) unseenIn.set(root, hitsIn(root, UNSEEN).map((el) => ({ el, boxes: boxesAround(el) })));
  return unseenIn.get(root);
}

function boxesAround(el) {
  const boxes = [];
  for (let box = el.parentElement; box && !box.matches(WHOLE) && boxes.length < LEVELS; box = box.parentElement) {
    boxes.push(box);
    if (askingIn(box).length) break;
  }
  return boxes;
}

const askingIn = (box) => [...box.querySelectorAll(ASKING)].filter((each) => !each.matches(UNSEEN) && !isMirror(each));

function isOfAlone(mine, boxes) {
  const box = boxes.find((each) => mine.some((el) => each.contains(el)));
  return Boolean(box) && askingIn(box).every((each) => mine.some((el) => el === each || el.contains(each)));
}

// The components that answer for what stands in their shadow roots alone, and have a name to be sent by.
function hostsOf(mine) {
  const hosts = [];
  for (let { host } = mine[0].getRootNode(); host; { host } = host.getRootNode()) {
    const isOwn = askingIn(rootOf(host)).every((each) => mine.includes(each));
    if (isOwn && attribute(host, "name") && (host.constructor.formAssociated || typeof host.value === "string")) {
      hosts.push(host);
    }
  }
  return hosts;
}

function sentByHost(host) {
  const form = host.constructor.formAssociated && host.closest("form");
  return form ? heldFor(form, host.getAttribute("name")).join(", ") : String(host.value ?? "");
}

// Whether the control is sent under a name of its own; null where it has none, or is only a component's inner part.
function isSent(el) {
  if (!("form" in el) || !el.name) return null;
  if (el.form) return heldFor(el.form, el.name).length > 0;
  return el.getRootNode() === document ? true : null;
}

// A box to pick from, or for a date as text, only shows what is chosen: what is beside it counts even if it has a name.
const isFront = (el, how) => how === "combobox" || (how === "date" && !WRITTEN_OUT.has(el.type));

// What is sent besides what shows, where that is what counts; whether it changed since the page was first looked at.
function besides(mine, how) {
  const sent = mine.map(isSent);
  const owned = sent.includes(true);
  if (owned && !isFront(mine[0], how)) return {};
  const unseen = unseenOf(mine[0].getRootNode()).filter(({ boxes }) => isOfAlone(mine, boxes));
  const beside = [
    ...unseen.map(({ el }) => told(el, sentBy(el))),
    ...hostsOf(mine).map((host) => told(host, sentByHost(host))),
    ...(sent.includes(false) && how !== "ticks" ? [{ text: "" }] : []),
  ];
  return beside.length ? { owned, beside } : {};
}

const saidAtFirst = typeof look === "undefined" ? new WeakMap() : (look.said ??= new WeakMap());

// What a box to pick from holds that shows nothing itself, once an unseen input has changed that is sent for it alone: the
// option of that value, else what is said around the box only since.
function sentFor(el) {
  const { beside = [] } = besides([el], "combobox");
  if (!beside.length) return [];
  const said = saidAround(el);
  if (!saidAtFirst.has(el)) saidAtFirst.set(el, said);
  const [sent, ...others] = beside.filter(({ changed }) => changed);
  if (!sent || others.length) return [];
  const lists = [...byIds(el, "aria-controls"), ...byIds(el, "aria-owns")];
  const options = lists.flatMap((list) => pickableIn(list, "[role=option]"));
  const option = options.find((each) => [valueOf(each), optionWords(each)].includes(sent.text));
  return option ? [optionWords(option)] : said.filter((text) => !saidAtFirst.get(el).includes(text));
}

//: what says something else than what was chosen
const SAYS_OTHERWISE = "label,button,a,[role=option],[role=listbox],[role=alert],[role=status],[aria-live]";

function saidAround(el) {
  const saying = [...boxOf([el]).querySelectorAll("*")].filter((each) => !each.firstElementChild && hasLetter(each.textContent));
  const shown = saying.filter((each) => !each.closest(SAYS_OTHERWISE) && !isOrHas(each) && isSeen(each));
  return [...shown.map(words), tidy(attribute(el, "placeholder"))].filter(hasLetter);
}

function told(el, text) {
  const first = typeof look === "undefined" ? undefined : look.first?.get(el);
  return { text, changed: text !== "" && text !== first, named: el.localName === "select" };
}
