// Lists of lists: menus that stand beside each other, each for what was chosen in the one before, and trees.

const SWITCH = "button,[role=button],[class*=switch i],[class*=toggle i],[class*=expand i],[class*=arrow i],[class*=caret i],[class*=chevron i]";
const LEADING = /(?:^|[-_])(?:expand|expandable|parent|branch|has-children|has-submenu|submenu)/i;
const LEADING_ICON = "[class*=expand i],[class*=arrow i],[class*=chevron i],[class*=caret i],[aria-label=right i]";

const isTree = (el) => optionsShown(el).some((each) => each.getAttribute("role") === "treeitem");

// The options of each list, in the order of the lists; those of a tree are one.
function columnsOf(el) {
  const options = optionsShown(el);
  const holders = isTree(el) ? [null] : [...new Set(options.map(columnOf))];
  return holders.map((holder) => (holder ? options.filter((each) => columnOf(each) === holder) : options));
}

const columnOf = (option) => option.closest("[role=menu],[role=listbox],ul,ol") ?? option.parentElement;

// What opens a node of a tree without picking it.
function switchOf(option) {
  if (option.getAttribute("role") !== "treeitem") return null;
  const own = [...option.querySelectorAll(SWITCH)].filter((each) => each.closest("[role=treeitem]") === option);
  return own.find((each) => isSeen(each) && !KEEPS_PLACE.test(attribute(each, "class"))) ?? null;
}
//: how libraries call what stands before a node that nothing hangs below
const KEEPS_PLACE = /(?:^|[-_])(?:noop|leaf|placeholder|spacer)/i;

// Whether there is more below an option that is not shown yet, as far as it says so.
function leadsOn(option) {
  if (option.getAttribute("role") === "treeitem") return !isTrue(option, "aria-expanded") && switchOf(option) !== null;
  if (option.hasAttribute("aria-haspopup")) return attribute(option, "aria-haspopup") !== "false";
  if (option.hasAttribute("aria-expanded")) return true;
  return [...option.classList].some((name) => LEADING.test(name)) || option.querySelector(LEADING_ICON) !== null;
}
