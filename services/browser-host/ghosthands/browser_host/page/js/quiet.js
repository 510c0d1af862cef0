// Whether the document has not changed for `quiet` milliseconds, waited for up to `limit`. Moving about is no change.

const TELLING = ["class", "hidden", "disabled", "value", "aria-hidden", "aria-invalid", "aria-busy"];
const watched = { subtree: true, childList: true, characterData: true, attributeFilter: TELLING };
const started = performance.now();
let changed = started;
const observer = new MutationObserver(() => (changed = performance.now()));
observer.observe(document, watched);
const isQuiet = () => document.readyState !== "loading" && performance.now() - changed >= task.quiet;
while (!isQuiet() && performance.now() - started < task.limit) {
  await new Promise((resume) => setTimeout(resume, Math.max(5, task.quiet - (performance.now() - changed))));
}
observer.disconnect();
return isQuiet();
