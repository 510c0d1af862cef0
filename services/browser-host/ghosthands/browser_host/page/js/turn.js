// A control has its turn: a list that another one left open, and that no press beside it closes, is none of its.

const CLOSED_MS = 300;
const isNew = (each) => Boolean(look.stood) && !look.stood.has(each);
const opened = (css) => hitsIn(document, css).filter((each) => isNew(each) && isSeen(each));
const begun = performance.now();
while (opened(LIST).length && performance.now() - begun < CLOSED_MS) {
  await new Promise((resume) => setTimeout(resume, 50));
  clippers.clear();
}
const apart = [...(document.body?.children ?? [])].filter((each) => isNew(each) && isOrHasSeen(each));
look.strange = new WeakSet([...opened(OPENED), ...apart]);
