// Waits as long as pages take to think better of what they were given, as those do that look at it a while after the
// last key; a page that is still changing then gets a little longer. A text that is put into a box changes no document,
// so there is nothing to be waited for but the time.

const REST = 300;
const STILL = 50;
const LIMIT = 400;
const begun = performance.now();
const changes = { subtree: true, childList: true, characterData: true, attributes: true };
let last = begun;
const observer = new MutationObserver(() => (last = performance.now()));
observer.observe(document, changes);
for (;;) {
  const now = performance.now();
  const left = Math.min(Math.max(begun + REST, last + STILL), begun + LIMIT) - now;
  if (left <= 0) break;
  await new Promise((resume) => setTimeout(resume, left));
}
observer.disconnect();
