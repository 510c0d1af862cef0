// The options a combobox shows at the moment, wherever on the page its list is drawn.

const OPTION = "[role=option],[role=menuitemradio],[class*='__option'],[data-automation-id=promptOption]";
const NOTHING = /^(?:no (?:options|results|matches|data)|loading|searching|start typing|type to|keine|aucun)/i;

function listsOf(el) {
  const holder = el.closest("[role=combobox]") ?? el;
  const named = [el, holder].flatMap((each) => [...byIds(each, "aria-controls"), ...byIds(each, "aria-owns")]);
  const shown = named.filter(isSeen);
  if (shown.length) return shown;
  const roots = new Set([el.getRootNode(), document]);
  const lists = [...roots].flatMap((root) => [...root.querySelectorAll("[role=listbox],[class*='__menu'],[data-automation-widget=wd-popup]")]);
  return lists.filter(isSeen);
}

function optionsShown(el) {
  const options = new Set(listsOf(el).flatMap((list) => [...list.querySelectorAll(OPTION)]));
  const outermost = [...options].filter((option) => !options.has(option.parentElement));
  return outermost.filter((option) => isSeen(option) && !NOTHING.test(words(option)) && option.getAttribute("aria-disabled") !== "true");
}
