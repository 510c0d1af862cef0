// Waits until a file has arrived: it is in the input, or the page shows it as uploaded; and nothing is in progress.

const BUSY = "progress,[role=progressbar],[aria-busy=true],[class*=uploading i],[class*=spinner i]";

function around(el) {
  let box = el.parentElement ?? el;
  for (let level = 0; box.parentElement && level < LEVELS; level += 1) {
    if (box.parentElement.querySelectorAll("input[type=file]").length > 1) break;
    box = box.parentElement;
    if (words(box).length > 0 && level >= 2) break;
  }
  return box;
}

function arrived(el) {
  const [file] = el?.files ?? [];
  if (file) return file.name === task.name && file.size === task.size;
  const box = el ? around(el) : null;
  return box !== null && (isUploaded(el) || box.textContent.includes(task.name));
}

const isBusy = (el) => [...around(el).querySelectorAll(BUSY)].some(isSeen);

const started = performance.now();
for (;;) {
  clippers.clear();
  const el = resolve(task.css);
  if (arrived(el) && !isBusy(el)) return true;
  if (performance.now() - started >= task.limit) return false;
  await new Promise((resume) => setTimeout(resume, 50));
}
