// The options a combobox shows at the moment, wherever on the page its list is drawn.

const LIST = "[role=listbox],[class*='__menu'],[data-automation-widget=wd-popup]";
const OPTION = "[role=option],[role=menuitemradio],[class*='__option'],[data-automation-id=promptOption]";
const NOTHING = /^(?:no (?:options|results|matches|data)|loading|searching|start typing|type to|keine|aucun)/i;

function listsOf(el) {
  const holder = el.closest("[role=combobox]") ?? el;
  const named = [el, holder].flatMap((each) => [...byIds(each, "aria-controls"), ...byIds(each, "aria-owns")]);
  const shown = named.filter(isSeen);
  if (shown.length) return shown;
  const roots = new Set([el.getRootNode(), document]);
  return [...roots].flatMap((root) => hitsIn(root, LIST)).filter(isSeen);
}

function optionsShown(el) {
  const options = new Set(listsOf(el).flatMap((list) => [...list.querySelectorAll(OPTION)]));
  const outermost = [...options].filter((option) => !options.has(option.parentElement));
  const canBePicked = (option) => isSeen(option) && !isTrue(option, "aria-disabled") && !NOTHING.test(words(option));
  return outermost.filter(canBePicked);
}
