// Waits until a file has arrived: it is in the input, or the page shows it as uploaded; and nothing is in progress.
// Only what is so for some frames counts: a page may take the file from its input a moment later, and begin to send it.
// It may show the file in the place of what took it.

const BAR = "progress,[role=progressbar]";
const BUSY = `${BAR},[aria-busy=true],[class*=uploading i],[class*=spinner i]`;
//: what elements say in data of their own while a file is sent
const BUSY_STATE = /(?:^|\s)(?:busy|uploading|processing|in-progress)(?:\s|$)/i;
const FRAMES = 20;
const FRAME_MS = 100;

function hasArrived(el) {
  const [file] = el.files ?? [];
  if (file) return file.name === task.name && file.size === task.size;
  return isUploaded(el) || showsName(ownBox(el), task.name);
}

const saysBusy = (el) => Object.values(el.dataset ?? {}).some((said) => BUSY_STATE.test(said));
const mostOf = (bar) => bar.max ?? Number(bar.getAttribute("aria-valuemax") ?? 100);
const isFull = (bar) => (bar.value ?? Number(attribute(bar, "aria-valuenow"))) >= mostOf(bar);
const isGoing = (each) => (each.matches(BUSY) && !(each.matches(BAR) && isFull(each))) || saysBusy(each);
const isBusy = (el) =>
  [...ownBox(el).querySelectorAll("*")].some((each) => isGoing(each) && isSeen(each));

// One frame of the page, as drawing makes progress by those; one that is not drawn has no frames.
const pass = () => new Promise((resume) => { requestAnimationFrame(resume); setTimeout(resume, FRAME_MS); });

const taker = look.asked.get(task.css) ?? resolve(task.css); // the page may have another in its place by now
const before = takers.get(taker);
if (taker) takers.set(taker, task.name);
const started = performance.now();
for (let frames = 0; frames < FRAMES;) {
  clippers.clear();
  const el = resolve(task.css);
  const arrived = el ? hasArrived(el) : showsName(document.body, task.name);
  if (performance.now() - started >= task.limit) {
    if (!arrived && taker) before ? takers.set(taker, before) : takers.delete(taker);
    return arrived;
  }
  frames = arrived && !isBusy(el ?? document.body) ? frames + 1 : 0;
  await pass();
}
return true;
