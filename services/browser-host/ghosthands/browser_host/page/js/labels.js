// What a control is called: as the accessibility rules compute it, then by the text around it.
//
// A label never carries what the applicant typed: pages that repeat a value in its label have it taken out again.

const NEAR = 4;
//: widgets wrap their input deeper than that; as far up only what is meant as a label counts
const FAR = 8;
const LONGEST_NEARBY = 200;
//: what calls itself a label in its class, and is none by its markup
const DRAWN_LABEL = "[class~=label],[class~=lbl],[class$=-label],[class*='-label '],[class*=__label],[class*=Label]";
const LONGEST_DRAWN = 60;
const TICKABLES = "input[type=radio],input[type=checkbox],[role=radio],[role=checkbox],[role=option]";
const CONTROLS =
  "input:not([type=hidden]),select,textarea,[contenteditable=true],[role=combobox],[role=radio],[role=checkbox]";
//: a placeholder that shows how to answer, not what is asked
const EXAMPLES = [
  /^(?:e\.?g\.?\b|ex\.?:|type\b|enter\b.*\bhere|start typing|your answer)/i,
  /^(?:select|choose|please)\b|^search\W*$/i,
  /^[dmy]{1,4}\W[dmy]{1,4}|^[\d\W]*$/i,
  /^(\p{L})\1{1,3}[./-](\p{L})\2{1,3}(?:[./-](\p{L})\3{1,3})?$/iu,
];
//: what form services call every box, whatever it asks
const ANY_ANSWER =
  /^(?:your answer|enter your answer|(?:type )?your answer(?: here)?|ihre antwort|deine antwort|meine antwort|votre réponse|ta réponse|(?:tu|su) respuesta|la tua risposta|(?:a )?sua resposta|(?:jouw|uw|je) antwoord|twoja odpowiedź|(?:ditt|dit) svar|vastauksesi|vaše odpověď|yanıtınız|мой ответ|ваш ответ|回答を入力|您的回答|您的答案|내 답변)\W*$/iu;
//: what a text says that names the file, and not just that there may be one
const NAMED_FILE = /r[eé]sum|\bcv\b|letter|transcript|portfolio|certificat|photo|picture|licen[cs]e|diploma|lebenslauf|anschreiben|zeugnis/i;
//: what a file input's own label says instead of naming the file
const GENERIC_FILE = /^(?:attach|upload|browse|choose|select|add|drop|drag|enter manually|(?:no )?file)\b/i;

function byIds(el, name) {
  const root = el.getRootNode();
  return attribute(el, name).split(/\s+/).filter(Boolean).map((id) => root.getElementById?.(id)).filter(Boolean);
}

function labelElements(el, scope) {
  const id = el.getAttribute("id");
  const wrapper = el.closest("label");
  const inner = shownInside(el)?.id;
  const pointing = [id, inner].flatMap((each) => (each ? nearest(el, scope.labels.get(each) ?? []) : []));
  return wrapper && !wrapper.htmlFor && !pointing.includes(wrapper) ? [...pointing, wrapper] : pointing;
}

// Pages give one id to many controls, and a label to each: its own are in the largest box around it alone. They also
// copy a label with the id that it points to: it is the name of the control that it stands with.
function nearest(el, pointing) {
  if (pointing.length < 2) return pointing;
  const alike = `[id="${CSS.escape(el.id)}"]`;
  if (el.getRootNode().querySelectorAll(alike).length < 2) {
    const own = pointing.filter((label) => standsWith(label, el));
    return own.length ? own : pointing;
  }
  let box = el;
  while (box.parentElement && box.parentElement.querySelectorAll(alike).length < 2) box = box.parentElement;
  return pointing.filter((label) => box.contains(label));
}

// Whether the smallest box with a control around a label has this one in it.
function standsWith(label, el) {
  let box = label.parentElement;
  while (box && controlsIn(box).length === 0) box = box.parentElement;
  return box === null || box.contains(el);
}

//: what libraries put into a name for those who hear it, and nobody asked
const TOLD_BY_EDITORS =
  /^(?:rich text editor.*|\W*searchbox|combobox|listbox)$|[.,]\s+press \S+ for help\W*$|\s+slider handle$|\s*\b(?:total )?(?:items?|options?) selected:\s*\d.*$/i;

//: what a switch says of how it stands, in the place of a name
const STATES = /^(?:on|off|yes|no|enabled|disabled)$/i;

// What a label asks, without what it only tells those who hear it; that of a switch without how the switch stands.
function askedBy(label, el) {
  const stands = el.getAttribute("role") === "switch" ? [...label.querySelectorAll("[aria-hidden=true]")].map(words).find((each) => STATES.test(each)) : "";
  const asked = words(label).replace(TOLD_BY_EDITORS, "");
  return stands && asked.endsWith(` ${stands}`) ? asked.slice(0, -stands.length).trim() : asked;
}

// The name its author gave it; empty when there is none.
function givenName(el, scope) {
  const isValueBearing = el.localName === "button" || ["button", "combobox"].includes(el.getAttribute("role"));
  const isOwn = (node) => node === el || (isValueBearing && el.contains(node));
  const referred = byIds(el, "aria-labelledby").filter((node) => !isOwn(node)).map((each) => askedBy(each, el)).filter(Boolean).join(" ");
  if (referred) return referred;
  const apart = saidApart(el);
  if (apart) return apart.asked;
  const labelled = labelElements(el, scope).map((each) => askedBy(each, el)).filter(hasLetter).join(" ");
  const spokenName = tidy(attribute(el, "aria-label")).replace(TOLD_BY_EDITORS, "").replace(ANY_ANSWER, "");
  // A group has no text of its own to be told apart from; a dropdown made of a button repeats its choice in `aria-label`; its label does not.
  const isGroup = el.getAttribute("role") === "radiogroup";
  return (isValueBearing || isGroup || STATES.test(spokenName)) && labelled ? labelled : spokenName || labelled;
}

//: a control that takes one part of a date, and how that part is written
const DATE_PARTS = { day: "DD", month: "MM", year: "YYYY" };
function datePart(name) {
  const bare = tidy(name.normalize("NFD").replace(/\p{M}|[*:(.]+$/gu, ""));
  const part = Object.keys(DATE_PARTS).find((each) => rules.dateParts[each].test(bare));
  return part ? DATE_PARTS[part] : "";
}
//: the same of a time of day
const HALF = "AM/PM";
const TIME_PARTS = { hour: "hh", hours: "hh", minute: "--:mm", minutes: "--:mm", dayperiod: HALF, meridiem: HALF, ampm: HALF };
const timePart = (name) => TIME_PARTS[name.toLowerCase().replace(/\W/g, "")] ?? "";

function nameOf(el, scope) {
  if (isCalendar(el)) return calendarName(el, scope);
  const own = partOfList(el, scope) || ownName(el, scope);
  if (isSection(el) && !isPart(own)) return `${own} ${titled(sectionPart(el))}`;
  const group = datePart(own) || isSection(el) ? groupName(el.closest("[role=group],fieldset"), scope) || overParts(el, scope) : "";
  return group && group !== own ? `${group} ${own}` : own;
}

// The part of a date that a list without a name of its own asks for, as the first of its options says.
function partOfList(el, scope) {
  const part = el.localName === "select" ? tidy(el.options[0]?.label ?? "") : "";
  return datePart(part) && !givenName(el, scope) ? part : "";
}

// What is asked by a calendar stands around it: its own name is the month that it shows.
function calendarName(grid, scope) {
  const box = aroundCalendar(grid);
  const group = grid.closest("[role=group],fieldset");
  const isAlone = group !== null && controlsIn(group).length === 0 && group.querySelectorAll("[role=grid]").length === 1;
  return (isAlone && groupName(group, scope)) || unboundLabel(box) || nearby(box);
}

const titled = (word) => (timePart(word) === HALF ? HALF : null) ?? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

// What stands over the two or three boxes of one date, and of nothing else.
function overParts(el, scope) {
  const [first] = partsAround(el, scope);
  return first ? nearby(first) : "";
}

// The two or three controls that stand together, each for a part of one date; none where anything else stands there.
function partsAround(el, scope) {
  let box = el.parentElement;
  while (box && controlsIn(box).length < 2) box = box.parentElement;
  const beside = box ? controlsIn(box) : [];
  if (beside.length > Object.keys(DATE_PARTS).length) return [];
  const isPartOf = (each) => datePart(partOfList(each, scope) || ownName(each, scope)) || isSection(each);
  return beside.every(isPartOf) ? beside : [];
}

function ownName(el, scope) {
  const title = tidy(attribute(el, "title"));
  const placeholder = tidy(el.getAttribute("placeholder") ?? attribute(el, "aria-placeholder"));
  const asks = placeholder && !EXAMPLES.some((pattern) => pattern.test(placeholder)) && !isRepeated(el);
  const given = givenName(el, scope) || behindName(el, scope) || loneLegend(el) || unboundLabel(el);
  const cell = columnHead(el) || rowHead(el) || nameAbove(el);
  return given || (title ? "" : cell) || (asks ? placeholder : "") || title || cell || drawnLabel(el) || lineOfColumn(el) || nearby(el) || placeholder;
}

const OFTEN = 3;
//: form -> how often it has each placeholder
const placeholders = new Map();

// A placeholder that many boxes of a form have alike tells none of them apart: "Add", "Fill in".
function isRepeated(el) {
  const form = el.form ?? el.getRootNode();
  if (!placeholders.has(form)) {
    const all = [...form.querySelectorAll("[placeholder]")].map((each) => attribute(each, "placeholder"));
    placeholders.set(form, all.reduce((counts, each) => counts.set(each, (counts.get(each) ?? 0) + 1), new Map()));
  }
  return (placeholders.get(form).get(attribute(el, "placeholder")) ?? 0) >= OFTEN;
}

// What the cell before it says, in a row of a table where each control has a cell.
function rowHead(el) {
  const cell = el.closest("td");
  const head = cell?.previousElementSibling;
  if (!head || controlsIn(cell).length !== 1 || isOrHas(head)) return "";
  return hasLetter(said(head)) && said(head).length <= LONGEST_DRAWN ? said(head) : "";
}

// What stands over the column of a table, and before its row where that has a name: "Mother", "Phone".
function columnHead(el) {
  const cell = el.closest("td");
  const row = cell?.closest("tr");
  if (!row || controlsIn(cell).length !== 1) return "";
  const rows = [...(row.closest("table")?.rows ?? [])];
  const heads = rows.slice(0, rows.indexOf(row)).filter((each) => isHeadOf(each, row));
  const over = heads.at(-1)?.cells[cell.cellIndex];
  if (!over || !hasLetter(said(over))) return "";
  const [before] = row.cells;
  const named = before.localName === "th" && hasLetter(said(before)) ? said(before) : "";
  return tidy(`${named} ${said(over)}`);
}

// A row of headers over as many columns.
function isHeadOf(head, row) {
  const cells = [...head.cells];
  const isOver = cells.length > 1 && cells.length === row.cells.length && !isOrHas(head);
  return isOver && cells.every((each) => each.localName === "th" || !said(each));
}

// What only its style makes a label, in the largest box around this control alone: it may stand behind its input.
function drawnLabel(el) {
  let box = el.parentElement;
  for (let steps = 0; box && steps < NEAR && box !== document.body; steps += 1, box = box.parentElement) {
    if (controlsIn(box).length > 1) return "";
    const [drawn] = [...box.querySelectorAll(DRAWN_LABEL)].filter((each) => !isOrHas(each) && hasLetter(said(each)));
    if (drawn) return said(drawn).length > LONGEST_DRAWN ? "" : said(drawn);
  }
  return "";
}

// The name of the unseen text box that an editor stands for, or of the unseen list that a combobox does.
function behindName(el, scope) {
  const before = listBehind(el) ?? (el.getAttribute("role") === "combobox" ? el.previousElementSibling : null);
  if (before?.localName === "select" && !before.checkVisibility()) return givenName(before, scope);
  if (!el.isContentEditable) return "";
  let box = el;
  for (let level = 0; box && level < FAR; level += 1, box = box.parentElement) {
    const behind = [box.previousElementSibling, box.nextElementSibling].find((each) => each?.localName === "textarea");
    if (behind) return behind.checkVisibility() ? "" : givenName(behind, scope);
  }
  return "";
}

function fileName(el, scope, heading) {
  const own = givenName(el, scope);
  if (own && !GENERIC_FILE.test(own)) return own;
  const around = groupName(el.closest("[role=group],fieldset"), scope);
  const near = nearbyOutside(el);
  const asked = around || (isUnnamedFile(near) ? "" : near);
  return asked || (heading && isTitleOf(heading, el) && words(heading)) || near || own || tidy(attribute(el, "title")) || words(el);
}

// The text just before it, or before the component that it is a part of and that only says what to do.
function nearbyOutside(el) {
  let near = nearby(el, (text) => NO_FILE.test(text)) || nearby(el);
  for (let { host } = el.getRootNode(); host && (!near || isUnnamedFile(near)); { host } = host.getRootNode()) near = nearby(host) || near;
  return near;
}
//: what a page says of a file input that is empty
const NO_FILE = /^no files?\b/i;
const isUnnamedFile = (text) => GENERIC_FILE.test(text) && !NAMED_FILE.test(text);

// Whether no other question stands between a heading and what it would be the name of.
function isTitleOf(heading, el) {
  const before = found.controls.findLast((each) => each.el !== el && each.el.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING);
  return !before || Boolean(before.el.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING);
}

// A fieldset around this one control: its legend is the question.
function loneLegend(el) {
  const fieldset = el.closest("fieldset");
  if (!fieldset || fieldset.querySelectorAll(CONTROLS).length !== 1) return "";
  return legendOf(fieldset);
}

const legendOf = (fieldset) => {
  const legend = fieldset.querySelector(":scope > legend");
  return legend ? words(legend) : "";
};

function groupName(group, scope) {
  if (!group) return "";
  return givenName(group, scope) || (group.localName === "fieldset" ? legendOf(group) : "");
}

// The question over a group of radios or checkboxes.
function questionOf(inputs, scope) {
  const around = groupBox(inputs, scope);
  const within = around ? [...around.querySelectorAll(TICKABLES)] : [];
  const isTheirs = within.length === inputs.length && within.every((each) => inputs.includes(each));
  return (isTheirs && groupName(around, scope)) || nearbyGroup(inputs, scope) || groupName(around, scope);
}

// The text just before them; where that is the first one's own label, what stands before them all.
function nearbyGroup(inputs, scope) {
  const first = firstBranch(inputs);
  const near = nearby(first);
  const isOwn = inputs.length > 1 && labelElements(inputs[0], scope).some((label) => words(label) === near);
  return isOwn ? nearby(first.parentElement) : near;
}

// The child of what holds them all that holds the first of them.
function firstBranch(inputs) {
  let branch = inputs[0];
  const last = inputs[inputs.length - 1];
  while (branch.parentElement && !branch.parentElement.contains(last)) branch = branch.parentElement;
  return inputs.length > 1 ? branch : inputs[0].closest("label") ?? branch;
}

// The text just before it, as far as no other control stands between.
function nearby(el, isBeside = () => false) {
  let node = el;
  for (let steps = 0; node && steps < NEAR && node !== document.body; steps += 1, node = node.parentElement) {
    for (let before = node.previousSibling; before; before = before.previousSibling) {
      if (holdsControl(before)) return "";
      const text = said(before);
      if (text.length <= LONGEST_OPTION && hasLetter(text) && rules.placeholder.test(text)) continue;
      if (isBeside(text) || isAside(before)) continue;
      if (!hasLetter(text)) continue;
      return shortened(lineWith(before, node));
    }
  }
  return "";
}

//: how an element is called that says how to answer
const HINT = "[class*=hint i],[class*=help i]";
const ON_FORMAT = /^\(?(?:format[aos]?|formaat|formát|formát|z\.?\s?b\.|e\.?g\.|ex\s?[.:]|p\.?\s?ej\.|bijv\.|f\.?eks\.|t\.?ex\.|np\.|např\.|for example|zum beispiel|par exemple|por ejemplo)[\s:(]/i;

// What says how to answer, right below what is asked.
function isAside(node) {
  const asked = node.previousElementSibling;
  if (node.nodeType !== Node.ELEMENT_NODE || !(node.matches(HINT) || ON_FORMAT.test(said(node)))) return false;
  return asked !== null && !asked.matches(HEADED) && !isOrHas(asked) && hasLetter(said(asked)) && said(asked).length <= LONGEST_NEARBY;
}

// The whole line that ends with a text before a node: what is written in bold in it, and reverses it, is a part of it.
function lineWith(text, node) {
  const line = [text];
  for (let after = text.nextSibling; after && after !== node && isInLine(after); after = after.nextSibling) {
    if (!hasLetter(said(after)) && /[^\s*:]/.test(said(after))) line.push(after);
  }
  for (let at = isInLine(text) ? text : null; at; ) {
    const before = at.previousSibling;
    if (before === null) {
      at = at.parentElement;
      if (at === null || at.localName === "label" || !isInLine(at)) break;
      continue;
    }
    if (holdsControl(before) || isOthersLabel(before)) break;
    if (before.localName === "br" ? !goesOn(before, line) : !isInLine(before)) break;
    line.unshift(before);
    at = before;
  }
  return tidy(saidTogether(line));
}

// A text that is no longer than a label; of a longer one its last sentence.
function shortened(text) {
  const last = text.length > LONGEST_NEARBY ? text.split(/(?<=[.!?:])\s+(?=\S+\s)/).at(-1) : text;
  return last.length > LONGEST_NEARBY ? "" : last;
}

// Whether what stands behind a break goes on with the sentence before it.
function goesOn(br, line) {
  const said = tidy(saidTogether(line));
  const before = br.previousSibling ? tidy(br.previousSibling.textContent ?? "") : "";
  return /^[\p{Ll}(]/u.test(said) || (/[?？]\W*$/.test(said) && hasLetter(before) && !/[.?!:;*。？！：]$/.test(before));
}

const isOthersLabel = (node) => node.localName === "label" && Boolean(node.control);

function isInLine(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return true;
  return /^(?:inline|contents|ruby|none)/.test(getComputedStyle(node).display) && node.localName !== "br";
}

const controlsOf = new Map();

// Looked up once a box: a form may hold thousands, each of which asks.
function controlsIn(box) {
  if (!controlsOf.has(box)) controlsOf.set(box, [...box.querySelectorAll(CONTROLS)]);
  return controlsOf.get(box);
}

// A label that belongs to no control by its markup, in the largest box around this control alone: floating labels stand
// behind their input.
function unboundLabel(el) {
  let box = el.parentElement;
  for (let steps = 0; box && steps < FAR && box !== document.body; steps += 1, box = box.parentElement) {
    if (controlsIn(box).length > 1) return "";
    const text = [...box.querySelectorAll("label")].filter((label) => !label.control).map(words).find(hasLetter);
    if (text) return text.length > LONGEST_NEARBY ? "" : text;
  }
  return "";
}

// The tools of an editor ask nothing.
const holdsControl = (node) => node.nodeType === Node.ELEMENT_NODE && !node.matches("[role=toolbar]") && isOrHas(node);
const isOrHas = (node) => node.matches(CONTROLS) || node.querySelector(CONTROLS) !== null;

function said(node) {
  if (node.nodeType === Node.TEXT_NODE) return tidy(node.data);
  return node.nodeType === Node.ELEMENT_NODE && isSpoken(node) ? words(node) : "";
}

function optionName(el, scope) {
  if (el.getAttribute("role") === "option") return words(el);
  if (madeOf(el)) return /[\p{L}\p{N}]/u.test(el.textContent) ? words(el) : valueOf(el) ?? attribute(el, "title");
  const drawn = el.localName === "input" ? el.parentElement?.closest("[role=radio],[role=checkbox],[role=switch]") : null;
  const named = givenName(el, scope) || (drawn && givenName(drawn, scope)) || following(el);
  if (named) return named;
  const over = overTick(el);
  if (over) return over;
  return el.localName === "input" ? attribute(el, "value") : words(el) || tidy(el.textContent) || attribute(el, "aria-posinset");
}

// What stands over a tick in a grid of questions: of a table, the head of its column; of rows of boxes, the words in line
// with it in the row without any ticks that stands before them.
function overTick(el) {
  const cell = el.closest("td,th");
  if (cell) return controlsIn(cell).length === 1 ? headOver(cell) : "";
  let row = el.parentElement;
  while (row && controlsIn(row).length < 2) row = row.parentElement;
  const ticks = row ? controlsIn(row) : [];
  if (!ticks.length || !ticks.every((each) => each.matches(TICKABLES) && each.getAttribute("name") === el.getAttribute("name"))) return "";
  const head = headRowOf(row);
  const heads = head ? [...head.querySelectorAll("*")].filter((each) => !each.firstElementChild && said(each)) : [];
  const over = ticks.map((each) => heads.find((one) => standsOver(one, each)));
  return new Set(over).size === ticks.length && over.every(Boolean) ? said(over[ticks.indexOf(el)]) : "";
}

function headOver(cell) {
  const row = cell.closest("tr");
  const rows = [...(row?.closest("table")?.rows ?? [])];
  const head = rows.slice(0, rows.indexOf(row)).findLast((each) => !isOrHas(each));
  return head && head.cells.length === row.cells.length ? said(head.cells[cell.cellIndex]) : "";
}

function headRowOf(row) {
  let before = row.previousElementSibling;
  while (before && isOrHas(before)) before = before.previousElementSibling;
  return before;
}

function standsOver(head, tick) {
  const [its, mine] = [head, tick].map((each) => each.getBoundingClientRect());
  const middle = (mine.left + mine.right) / 2;
  return its.left <= middle && middle <= its.right;
}

// What the options of one question say, without the keys that choose them: "A" before "Yes", "B" before "No".
function optionNames(members) {
  const names = members.map(({ el, scope }) => optionName(el, scope));
  const keys = members.map(({ el, scope }, at) => keyBefore(el, scope, names[at]));
  const bare = names.map((name, at) => name.slice(keys[at].length).trim());
  const isKey = (said, at) => [String.fromCharCode(65 + at), bare[at].charAt(0).toUpperCase()].includes(said.split(" ").at(-1).toUpperCase());
  const isKeyed = keys.length > 1 && bare.every(hasLetter) && new Set(bare).size === bare.length && keys.every(isKey);
  return isKeyed ? bare : names;
}

// The letter that stands first in an option, in an element of its own, with what only those who hear it are told of it.
function keyBefore(el, scope, name) {
  if (!BEGINS_ALONE.test(name)) return "";
  const boxes = [el, ...labelElements(el, scope)].flatMap((box) => [...box.querySelectorAll("*")]);
  const isKey = (said) => LONE_LETTER.test(said) && name.startsWith(`${said} `);
  return boxes.map(words).find(isKey) ?? "";
}
const BEGINS_ALONE = /^(?:\p{L}+ )?[a-z] /iu;
const LONE_LETTER = /^(?:\p{L}+ )?[a-z]$/iu;

function following(el) {
  for (let after = el.nextSibling; after; after = after.nextSibling) {
    if (after.nodeType === Node.ELEMENT_NODE && after.matches(CONTROLS)) return "";
    if (hasLetter(said(after))) return lineFrom(after);
  }
  return "";
}

// The line that begins with a text, as far as the next control.
function lineFrom(text) {
  const line = [text];
  for (let after = text.nextSibling; isInLine(text) && after && isInLine(after) && !holdsControl(after); after = after.nextSibling) {
    line.push(after);
  }
  return tidy(saidTogether(line));
}

// The short line that goes on behind a box: what its amount counts in, or an example.
function lineBehind(el) {
  let after = el.nextSibling;
  while (after && isInLine(after) && !holdsControl(after) && !said(after)) after = after.nextSibling;
  const line = after && isInLine(after) && !holdsControl(after) ? lineFrom(after) : "";
  return line.length <= LONGEST_DRAWN ? line : "";
}

const onlyWords = (text) => text.replace(/[^\p{L}\p{N}]+/gu, "");

// One of what the label itself lists: the "AM" of "AM/PM", or of "AM or PM".
const isListed = (label, value) => label.split(/\/|\bor\b/).some((each) => each.trim() === value);

//: what stands before a value that is repeated at the end of a label; options may be the last words of what is asked
const BEFORE_VALUE = /\s$/;
const BEFORE_OPTION = /(?:[:?]|\s[–-])\s*$/;

// The label without the value a page repeats in it: "First name (Jane)" is "First name", "I agree (I agree)" is once.
// What stands among other words is no repetition, and without it the opposite might be asked: "no" is a word of
// "Have you no objection?", and letters of others.
// A unit is part of the question: "Bonus ($)" and "Bonus (%)" are two.
function withoutValue(label, value, before = BEFORE_VALUE) {
  const [, asked, aside] = label.match(/^(.+?)\s*\((.+)\)$/) ?? [];
  if (asked && !/[\p{Sc}%]/u.test(aside) && onlyWords(aside).replaceAll(onlyWords(asked), "") === "") return asked;
  if (value.length < 2 || label === value || !label.includes(value) || isListed(label, value)) return label;
  const told = label.replaceAll(`(${value})`, " ");
  const at = told.lastIndexOf(value);
  const isRepeated = at > 0 && before.test(told.slice(0, at)) && /^[\s*:]*$/.test(told.slice(at + value.length));
  return tidy((isRepeated ? told.slice(0, at) : told).replace(/\(\s*\)/g, " "));
}
