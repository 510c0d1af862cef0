// The page's own words for a human beside a question: its complaints, and its notices since it was last listened to.

//: what offers something, and tells nothing
const OFFER = "a,button,label,legend,option,[role=button],[role=option],[role=listbox],[role=tab],[role=progressbar]";
//: one word says nothing, where words are told apart
const SAYING = /\S\s+\S|[^\x00-\x7f]/;

const isQuotable = (el) => !el.closest(`${OFFER},${ASIDE}`) && !el.matches(CONTROLS) && !el.querySelector(CONTROLS) && isSeen(el);
const quotes = () => [...complaints, ...(look.passing ?? [])].filter((text) => hasLetter(text) && SAYING.test(text));
