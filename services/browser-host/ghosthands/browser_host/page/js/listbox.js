// The options a combobox shows at the moment, wherever on the page its list is drawn.

const PICKABLE = "[role=option],[role=radio],[role=checkbox],[role=menuitemradio],[role=treeitem]";
const OPTION = `[role=option],[role=menuitemradio],[role=treeitem],${rules.lists.option}`;
const OF_A_MENU = `${OPTION},[role=menuitem],[role=menuitemcheckbox]`;
const NOTHING =
  /^(?:no (?:options|results|matches|data|items|[\p{L} ]{2,30} found)|not found|loading|searching|start typing|type to|keine|aucun)/iu;
const MAKES_ONE = /^(?:create|add|use)\s+(?:new\s+)?["“'‘]/i;
const SEVERAL = `[class*=multiselect i],[class*=tagsinput i],[class*=tags-input i],[class*=tagpicker i],[class*=tag-picker i],[class*=picker-tag i],${rules.lists.several}`;

function listsOf(el) {
  if (madeOf(el)?.holder) return [madeOf(el).holder];
  const holder = el.closest("[role=combobox]") ?? el;
  const named = [el, holder].flatMap((each) => [...byIds(each, "aria-controls"), ...byIds(each, "aria-owns")]);
  const shown = named.map((list) => (isSeen(list) ? list : list.parentElement?.closest(LIST))).filter(isDrawn);
  if (shown.length) return shown;
  if (isDropdown(el)) return [el];
  const opened = OPENS.has(attribute(el, "aria-haspopup")) && !named.length ? hitsIn(document, APART).filter((each) => isSeen(each) && !isStrange(each)) : [];
  const pickable = opened.filter((each) => pickableIn(each, PICKABLE).length > 0);
  if (pickable.length) return pickable.slice(-1);
  const roots = new Set([el.getRootNode(), document]);
  const drawn = [...roots].flatMap((root) => hitsIn(root, `${LIST},[role=tree]`)).filter(isSeen);
  const free = drawn.filter((list) => !isStrange(list) && !isNamedByOther(list, el));
  return free.filter((list) => !isByItself(list) && !isOfPicks(list) && (list.getAttribute("role") !== "tree" || isTreeOf(list, el)));
}

// Whether another control left it open.
const isStrange = (each) => typeof look !== "undefined" && Boolean(look.strange?.has(each));

// Whether another question says that what is drawn apart from both, or what that is drawn in, is its own.
function isNamedByOther(list, el) {
  const asked = typeof look === "undefined" ? [] : [...(look.asked?.values() ?? [])];
  const named = [list, list.parentElement, list.parentElement?.parentElement].filter((each) => each?.id);
  const claims = (other) => ["aria-controls", "aria-owns"].some((name) => byIds(other, name).some((each) => named.includes(each)));
  const isApart = (other) => !other.contains(el) && !el.contains(other) && !branchOf(list).contains(other);
  return named.length > 0 && asked.some((other) => claims(other) && isApart(other) && isSeen(other));
}

// A tree that no control names: what opened it says so, or it is not drawn where the page itself is.
const isTreeOf = (tree, el) => attribute(el, "aria-haspopup") === "tree" || !branchOf(tree).contains(el);

const isDrawn = (list) => Boolean(list) && isSeen(list);

// What was picked may stand in a list too, each with what takes it out again: there is nothing to choose in it.
function isOfPicks(list) {
  const options = pickableIn(list, "[role=option]");
  return options.length > 0 && options.every((each) => each.querySelector(REMOVES) !== null);
}

// A list that can be chosen from without a combobox is a question of its own; one of picks offers nothing.
const isByItself = (list) =>
  list.matches(PICKS) || (list.tabIndex >= 0 && list.getAttribute("role") === "listbox" && !list.hasAttribute("id"));

function optionsShown(el) {
  if (madeOf(el)?.items) return madeOf(el).items.filter((each) => isSeen(each) && canBePicked(each));
  const options = new Set(listsOf(el).flatMap((list) => offeredIn(list, el)));
  const isNode = (each) => each.getAttribute("role") === "treeitem";
  const isInNode = (each) => !isNode(each) && options.has(each.closest("[role=treeitem]"));
  const outermost = [...options].filter((option) => !options.has(option.parentElement) && !isInNode(option));
  const shown = outermost.filter((option) => isSeen(option) && canBePicked(option));
  return [shown, offeredBelow(el), offeredApart(el)].find((each) => each.length) ?? [];
}

// A combobox may open a grid instead of a list: of each of its rows, the first cell that says something.
function offeredIn(list, el) {
  const options = pickableIn(list, pickableOf(list, el));
  if (options.length || !byIds(el, "aria-controls").includes(list)) return options;
  const rows = pickableIn(list, "[role=grid] [role=row]");
  return rows.map((row) => [...row.querySelectorAll("[role=gridcell]")].find((cell) => optionWords(cell) !== "")).filter(Boolean);
}

// What a page that draws no list offers below the box that one types into: words that can be pressed.
function offeredBelow(el) {
  if (el.localName !== "input" || el.hasAttribute("role") || el.value === "" || listsOf(el).length) return [];
  const below = [...(el.parentElement?.querySelectorAll("*") ?? [])].filter((each) => el.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
  const said = below.filter((each) => !each.firstElementChild && !each.matches("button,a,label") && hasLetter(each.textContent));
  return said.filter((each) => isSeen(each) && (showsHand(each) || isSuggestion(each, el)) && canBePicked(each));
}

// An item of a list that says again what was typed, also without a hand.
const isSuggestion = (each, el) => each.localName === "li" && tidy(each.textContent).toLowerCase().includes(tidy(el.value).toLowerCase());

//: pixels between a control and the list that it opens
const FARTHEST_LIST = 60;

// What a page that draws no list offers at the end of its body, beside the control and not before it was opened.
function offeredApart(el) {
  const stood = typeof look === "undefined" ? null : look.stood;
  if (!stood || listsOf(el).length) return [];
  const boxes = [...document.body.children].filter((each) => !each.contains(el) && !stood.has(each) && !isStrange(each));
  const isItem = (each) => isSeen(each) && showsHand(each) && !showsHand(each.parentElement) && saysShort(each) && !maySend(each);
  const items = boxes.flatMap((box) => [...box.querySelectorAll("*")].filter(isItem));
  return isBeside(items, el) ? items.filter(canBePicked) : [];
}

function isBeside(items, el) {
  const mine = el.getBoundingClientRect();
  const its = items.map((each) => each.getBoundingClientRect());
  const gap = Math.max(Math.min(...its.map(({ top }) => top)) - mine.bottom, mine.top - Math.max(...its.map(({ bottom }) => bottom)));
  return its.length > 0 && gap <= FARTHEST_LIST && its.some(({ left, right }) => left < mine.right && mine.left < right);
}

//: what leads through a site, whatever is open
const OF_A_SITE = "nav,header,[role=navigation],[role=menubar],[role=banner]";

function pickableOf(list, el) {
  if (list.matches(APART)) return PICKABLE;
  const isOpened = byIds(el, "aria-controls").includes(list) || (!branchOf(list).contains(el) && !list.closest(OF_A_SITE));
  return list.getAttribute("role") === "menu" && isOpened ? OF_A_MENU : OPTION;
}

// What is pressed to pick an option: of one that others hang below, its own words.
function pressedFor(option) {
  if (option?.getAttribute("role") !== "treeitem") return option;
  const says = optionWords(option);
  const own = [...option.querySelectorAll("*")].filter((each) => each.closest("[role=treeitem]") === option);
  return own.findLast((each) => tidy(each.textContent) === says && isSeen(each)) ?? option;
}

// Whether there may be more below what a list shows: it is a tree, or a menu that opens further ones.
const isDeep = (el) => listsOf(el).some((list) => list.matches("[role=tree]") || opensMenus(list) || list.querySelector("[role=tree]"));
const opensMenus = (list) => list.matches("[role=menu]") && (!list.querySelector(TICKED_ITEMS) || list.querySelector(LEADING_ITEMS) !== null);
const TICKED_ITEMS = "[role=menuitemcheckbox],[role=menuitemradio]";
const LEADING_ITEMS = ["[aria-haspopup]", "[aria-expanded]", "[class*=expand i]"].map((says) => `[role^=menuitem]${says}`).join();

function canBePicked(option) {
  const says = optionWords(option);
  return !isTrue(option, "aria-disabled") && says !== "" && !NOTHING.test(says) && !MAKES_ONE.test(says);
}

// What scrolls a list of which only a part is drawn; null where all of it is.
function virtualScroller(el) {
  const options = optionsShown(el);
  let box = options[0]?.parentElement;
  for (let level = 0; box && level < LEVELS; level += 1, box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight + 10 && getComputedStyle(box).overflowY !== "visible") {
      const drawn = options.reduce((height, option) => height + option.offsetHeight, 0);
      return drawn < box.scrollHeight * 0.9 ? box : null;
    }
  }
  return null;
}

const painted = () => new Promise((resume) => setTimeout(resume, 30));

// Goes through a list from its top until `found` says so; whether it did.
async function scrollThrough(el, found) {
  const scroller = virtualScroller(el);
  if (!scroller) return found();
  scroller.scrollTop = 0;
  for (;;) {
    await painted();
    clippers.clear();
    if (found()) return true;
    const before = scroller.scrollTop;
    scroller.scrollTop += Math.max(20, scroller.clientHeight * 0.8);
    if (scroller.scrollTop === before) return false;
  }
}

function takesSeveral(el) {
  if (madeOf(el)) return false;
  const lists = listsOf(el);
  const isTicked = (list) => pickableIn(list, "[role=checkbox]").length > 0;
  if (isTrue(el, "aria-multiselectable")) return true;
  const isOffered = lists.some((list) => isTrue(list, "aria-multiselectable") || (list.matches(APART) && isTicked(list)));
  return isOffered || el.closest(SEVERAL) !== null || saysSeveral(el) || hasChips(el) || optionsShown(el).some(isTickable) || takesTicks(el);
}

// A menu of ticks, unless it opens further ones.
const takesTicks = (el) => !isDeep(el) && optionsShown(el).some((each) => each.getAttribute("role") === "menuitemcheckbox");

const TICK = "[role=checkbox],input[type=checkbox],[class*=checkbox i]";

// An option with a box to be ticked in it is one of several.
const isTickable = (option) =>
  option.querySelector(TICK) !== null || [...option.querySelectorAll("*")].some((each) => each.localName.endsWith("-checkbox"));

//: how the class of a control ends that takes several
const TAKES_SEVERAL = /(?:^|[-_])multi(?:ple)?$/i;

const LIST_OF_SEVERAL = "[role=listbox][aria-multiselectable=true]";

function saysSeveral(el) {
  const isOther = (each) => !each.contains(el) && !el.contains(each) && !isTrue(each, "aria-hidden");
  const isOthers = (box) => controlsIn(box).some(isOther);
  for (let box = el; box && !isOthers(box); box = box.parentElement) {
    if ([...box.classList].some((name) => TAKES_SEVERAL.test(name)) || box.querySelector(LIST_OF_SEVERAL)) return true;
  }
  return false;
}

function hasChips(el) {
  let box = el.parentElement;
  while (box?.parentElement && box.parentElement.querySelectorAll(CONTROLS).length === 1) box = box.parentElement;
  return Boolean(box?.querySelector(rules.lists.chip));
}
