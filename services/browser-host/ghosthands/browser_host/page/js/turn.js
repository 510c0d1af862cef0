// A control has its turn: what another one left open, and no press beside it closes in time, is none of its. What was
// left open before is waited for no more.

const CLOSED_MS = 300;
const opened = () => (look.stood ? openNow().filter((each) => !look.stood.has(each)) : []);
const begun = performance.now();
while (opened().some((each) => !look.strange?.has(each)) && performance.now() - begun < CLOSED_MS) {
  await new Promise((resume) => setTimeout(resume, 50));
  clippers.clear();
}
look.strange = new WeakSet(opened());
