// The page's own words for a human beside a question: its complaints, and what it has said since a press.

const LONGEST_QUOTE = 1_000;
const MOST_QUOTES = 5;
//: what offers something, and tells nothing
const OFFER = "a,button,label,legend,option,[role=button],[role=option],[role=listbox],[role=tab],[role=progressbar]";
//: one word says nothing, where words are told apart
const SAYING = /\S\s+\S|[^\x00-\x7f]/;
const BLOCKS = "p,li,div,span,td,dd,strong,b,em,i,font";

const isQuotable = (el) => !el.closest(`${OFFER},${ASIDE}`) && !el.matches(CONTROLS) && !el.querySelector(CONTROLS) && isSeen(el);

function quotes() {
  const fresh = [...(look.fresh ?? [])].filter((el) => el.isConnected && isQuotable(el)).map(words);
  const short = [...fresh, ...(look.passing ?? [])].filter((text) => text.length <= LONGEST_REFUSAL);
  const told = [...complaints.map(words), ...short, ...errorPage()].filter((text) => hasLetter(text) && SAYING.test(text));
  const kept = [];
  for (const text of told) if (!kept.some((each) => each.includes(text))) kept.push(text);
  return kept.slice(0, MOST_QUOTES).map((text) => text.slice(0, LONGEST_QUOTE));
}

// All that an error's own document says beside its questions, where that is little enough to be the error.
function errorPage() {
  const [visit] = performance.getEntriesByType("navigation");
  if (!((visit?.responseStatus ?? 0) >= 400)) return [];
  const said = all(BLOCKS).filter((el) => !el.querySelector(BLOCKS) && isQuotable(el)).map(words).filter(hasLetter);
  return said.length <= MOST_QUOTES ? said.filter((text) => text.length <= LONGEST_REFUSAL) : [];
}
