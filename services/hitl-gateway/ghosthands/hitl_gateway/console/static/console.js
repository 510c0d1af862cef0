// Times as their reader counts them, lists that change under nobody's hands, and the keyboard. Works without: every page
// is whole as it comes, every form can be sent.
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// Times

const UNITS = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];

function wordAgo(seconds) {
  if (seconds < 5) return "now";
  const [size, unit] = UNITS.find(([size]) => seconds >= size);
  return `${Math.floor(seconds / size)} ${unit} ago`;
}

function wordLeft(seconds) {
  if (seconds <= 0) return "0:00";
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), Math.floor(seconds % 60)];
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function tellTimes() {
  for (const time of all("time[data-how]")) {
    const at = new Date(time.dateTime);
    const seconds = (Date.now() - at) / 1000;
    const text = { ago: () => wordAgo(seconds), left: () => wordLeft(-seconds), time: () => at.toLocaleTimeString(), date: () => at.toLocaleDateString(undefined, { dateStyle: "medium" }) }[time.dataset.how]();
    if (time.textContent !== text) time.textContent = text;
    if (!time.dataset.exact) time.dataset.exact = time.title = at.toLocaleString();
    if (time.dataset.how === "left") {
      time.setAttribute("role", "timer");
      time.closest("[data-due]")?.setAttribute("data-due", -seconds <= 0 ? "over" : -seconds < 60 ? "soon" : "later");
    }
  }
}
setInterval(tellTimes, 1000);

// Lists: what is new comes, what is gone goes, and what somebody has open or is typing in stays as it is

const inUse = (item) => item.contains(document.activeElement) || one("form.question, .htmx-request", item);

function mergeKeyed(target, incoming) {
  const before = one("[data-keyed]", target);
  if (!before || !incoming) return;
  const known = new Map([...before.children].map((item) => [item.dataset.key, item]));
  const focused = document.activeElement;
  const arrived = [];
  letGo(before, new Set([...incoming.children].map((item) => item.dataset.key)));
  let place = null;
  for (const item of [...incoming.children]) {
    const old = known.get(item.dataset.key);
    const kept = old && (inUse(old) || old.dataset.key.startsWith("table-")) ? old : item;
    if (!old) arrived.push(item);
    if (old && kept !== old) old.replaceWith(kept);
    const next = place ? place.nextSibling : before.firstChild;
    if (kept !== next) before.insertBefore(kept, next);
    if (kept === item) htmx.process(kept);
    place = kept;
  }
  if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true }); // it was moved
  tellCount(target, Number(incoming.dataset.count), arrived);
}

// What is gone goes, unless somebody is typing in it
function letGo(list, staying) {
  for (const item of [...list.children]) {
    if (staying.has(item.dataset.key)) continue;
    if (item.contains(document.activeElement) && one("form.question", item)) item.dataset.gone = "yes";
    else item.remove();
  }
}

function tellCount(target, count, arrived) {
  if (!target.dataset.title || Number.isNaN(count)) return;
  document.title = `${count ? `(${count}) ` : ""}${target.dataset.title} · GhostHands`;
  const names = arrived.map((item) => one("h2", item)?.textContent.trim()).filter(Boolean);
  if (names.length) one("#said").textContent = `New: ${names.join(", ")}`;
  for (const item of arrived) item.classList.add("fresh");
}

htmx.defineExtension("keyed", {
  isInlineSwap: (style) => style === "keyed",
  handleSwap(style, target, fragment) {
    if (style !== "keyed") return false;
    if (target.dataset.ask !== undefined) mergeAsk(target, fragment);
    else mergeKeyed(target, one("[data-keyed]", fragment));
    tellTimes();
    return [];
  },
});

// Beside a live view: another question takes the place of the last one, the same one stays under the hands
function mergeAsk(target, fragment) {
  const request = one("input[name=request_id]", fragment)?.value ?? "";
  if (request === target.dataset.ask) return;
  target.dataset.ask = request;
  target.replaceChildren(...fragment.childNodes);
  htmx.process(target);
}

// What was typed or chosen outlives a reload, in this tab alone and until it is sent; passwords and files do not

const keptOf = (form) => `typed ${form.id}`;
const fieldsOf = (form) => all("input:not([type=hidden], [type=password], [type=file]), textarea, select", form).filter((field) => field.name);
const isTicked = (field) => field.matches("[type=radio], [type=checkbox]");

function keepTyped(form) {
  const state = fieldsOf(form).map((field) => (isTicked(field) ? field.checked : field.value));
  sessionStorage.setItem(keptOf(form), JSON.stringify(state));
}

function bringBack(form) {
  const state = JSON.parse(sessionStorage.getItem(keptOf(form)) ?? "[]");
  const fields = fieldsOf(form);
  if (state.length !== fields.length) return;
  fields.forEach((field, at) => (field[isTicked(field) ? "checked" : "value"] = state[at]));
}

const bringAllBack = (within) => all("form.question[id]", within).forEach(bringBack);

addEventListener("input", (event) => {
  const form = event.target.closest("form.question[id]");
  if (form) keepTyped(form);
});
addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("form.question[id]");
  const isTaken = event.detail.successful && !event.detail.xhr.responseText.includes('class="question"');
  if (form && isTaken && event.detail.requestConfig.verb === "post") sessionStorage.removeItem(keptOf(form));
});

// A question that was opened in the list, and typed in, stands open again; the focus is wherever the reader has it
function reopen() {
  for (const opener of all("[data-key] button[data-answer]")) {
    if (!sessionStorage.getItem(`typed question-${opener.closest("[data-key]").dataset.key}`)) continue;
    opener.dataset.reopened = "yes";
    opener.click();
  }
}

// The line

const LOST = one("#line").textContent;

function tellLine(text) {
  const line = one("#line");
  line.hidden = false;
  if (line.textContent !== text) line.textContent = text; // else it is read out anew
}

// A stream that ends tells nobody why
async function isSignedOut(address) {
  const asking = new AbortController();
  const answer = await fetch(address, { signal: asking.signal }).catch(() => null);
  asking.abort();
  return answer?.status === 401;
}

addEventListener("htmx:sseError", async (event) => {
  if (one("#line").hidden) tellLine(LOST);
  if (await isSignedOut(event.detail.source.url)) tellLine("You are signed out. Sign in in another tab, then reload this page.");
});
addEventListener("htmx:sseOpen", () => (one("#line").hidden = true));
addEventListener("htmx:afterSwap", tellTimes);
addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 401) one("#said").textContent = "You are signed out. What you typed is still here.";
});
addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status !== 401) return;
  event.detail.shouldSwap = false; // what was typed stays
  tellLine("You are signed out. Sign in in another tab, then send this again: nothing you typed is lost.");
});
addEventListener("htmx:afterSettle", (event) => {
  const gone = event.target.closest("[data-gone]");
  if (gone && !one("form.question", gone)) return gone.remove(); // what was typed in it is sent
  bringAllBack(event.target);
  const field = one("form.question input:not([type=hidden]), form.question textarea, form.question select", event.target);
  const isAsked = event.target.classList.contains("ask-body") && !event.detail.requestConfig?.elt.dataset.reopened;
  if (isAsked) field?.focus();
});

// The keyboard

const lines = () => all("[data-line]");
const current = () => document.activeElement?.closest("[data-line]") ?? one("[data-line].at");

function move(by) {
  const found = lines();
  if (!found.length) return;
  const at = found.indexOf(current());
  const next = found[Math.max(0, Math.min(found.length - 1, at < 0 ? 0 : at + by))];
  for (const line of found) line.classList.toggle("at", line === next);
  next.focus();
}

const KEYS = {
  j: () => move(1),
  k: () => move(-1),
  e: () => (one("[data-answer]", current() ?? lines()[0] ?? document) ?? one("[data-answer-link]"))?.click(),
  t: () => one("[data-take]", current() ?? lines()[0] ?? document)?.click(),
  "/": () => (one("[data-search]") ? one("[data-search]").focus() : (location.href = "/jobs")),
  "?": () => one("#keys").showModal(),
  ArrowLeft: () => one("a[data-before][href]")?.click(),
  ArrowRight: () => one("a[data-next][href]")?.click(),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog[open]")) return;
  if (event.key === "Enter" && event.target.matches("[data-line]")) return one("[data-open]", event.target)?.click();
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

document.addEventListener("mouseover", (event) => {
  const address = event.target.closest("a.address:not([title])");
  if (address) address.title = address.href;
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) one("#keys").showModal();
  if (event.target.closest("[data-theme-switch]")) switchTheme();
  const line = event.target.closest("tr[data-line]");
  if (line && !event.target.closest("a, button") && !getSelection().toString()) one("[data-open]", line)?.click();
});

function switchTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem("theme", next);
}

tellTimes();
bringAllBack(document);
addEventListener("load", reopen);
