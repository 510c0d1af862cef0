// Waits until a file has arrived: it is in the input, or the page shows it as uploaded; and nothing is in progress.
// A page may show the file in the place of what took it.

const BUSY = "progress,[role=progressbar],[aria-busy=true],[class*=uploading i],[class*=spinner i]";

function hasArrived(el) {
  const [file] = el.files ?? [];
  if (file) return file.name === task.name && file.size === task.size;
  return isUploaded(el) || showsName(ownBox(el));
}

const showsName = (box) => box.textContent.includes(task.name);
const isBusy = (el) => [...ownBox(el).querySelectorAll(BUSY)].some(isSeen);

const started = performance.now();
for (;;) {
  clippers.clear();
  const el = resolve(task.css);
  const arrived = el ? hasArrived(el) : showsName(document.body);
  const isLate = performance.now() - started >= task.limit;
  if (isLate || (arrived && !isBusy(el ?? document.body))) {
    if (arrived) uploads.add(task.name);
    return arrived;
  }
  await new Promise((resume) => setTimeout(resume, 50));
}
