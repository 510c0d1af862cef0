// The inventory of one frame, as JSON: every control, button and sign on it, and its words for a human; no control's value.

const LOADING = "[aria-busy=true],[class*=skeleton i],iframe[loading=lazy]";

//: what a root is put on that has no name of its own
const PLAIN_HOSTS = "div:empty,span:empty,section:empty,article:empty,main:empty,p:empty";
const HOST_WIDTH = 40;
const HOST_HEIGHT = 10;

// Takes room as hosts do of roots that are closed to us, and did not at an earlier look.
function isNewHost(el) {
  if (suspected.has(el) || rootOf(el) || el.offsetWidth < HOST_WIDTH || el.offsetHeight < HOST_HEIGHT) return false;
  suspected.add(el);
  return true;
}

gather(document, "", null);
look.first ??= new WeakMap();
// What unseen inputs send before anything is filled in: what never changes is no answer of ours.
for (const el of all(UNSEEN)) if (!look.first.has(el)) look.first.set(el, sentBy(el));
found.hiddens.forEach(hearMade);
found.lists.forEach(hearDrawn);
found.buttons.push(...found.scopes.flatMap(drawnButtons));
// Where files are to be dropped and no input is there to take them, the zone is the question.
const asking = found.controls.filter(({ kind }) => kind === "file");
if (!asking.length) found.controls.push(...found.zones, ...zonesInWords());
const strays = asking.filter(({ el }) => isStray(el));
if (strays.length) placeStrays(strays, () => [...found.zones, ...zonesInWords()].map(({ el }) => el));
const members = questions(found.controls);
hearRefusals(members);
const asked = members.map(asQuestion);
// What a press on the page opened was not there when it was first looked at.
const operated = members.filter((_, at) => asked[at].reachable).map(([{ el }]) => el);
if (operated.length || found.buttons.some(({ el }) => isSeen(el))) look.askedFirst ??= new WeakSet(operated);
for (const [at, [{ el }]] of members.entries()) asked[at].late = asked[at].reachable && !look.askedFirst.has(el);
// A press that opened nothing leads to what is there.
look.pressed ??= hearPresses(new WeakSet());
const fieldCounts = countFields(members, asked);
const lastAsked = members[asked.findLastIndex(({ reachable }) => reachable)]?.[0].el ?? null;
// What a control opens later was not there.
look.stood = new WeakSet(openNow());
Object.assign(look, { asked: located, standing });
const [visit] = performance.getEntriesByType("navigation");
return JSON.stringify({
  origin: location.origin,
  title: document.title,
  controls: asked,
  buttons: found.buttons.filter(({ el }) => isSeen(el)).map((each) => buttonOf(each, fieldCounts, lastAsked)),
  frames: found.frames.map(frameOf),
  hosts: [...found.hosts, ...all(PLAIN_HOSTS)].filter(isNewHost).length,
  platforms: platforms(),
  phrases: phrases(),
  thanks,
  markers: markers(),
  thanked: look.thanked === true,
  denied: look.denied === true,
  walls: walls(),
  step: step(),
  refused: unplaced.length > 0,
  errs: unplaced.some(isNamedError),
  said: quotes(),
  status: visit?.responseStatus ?? 0,
  height: Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0),
  viewport: innerHeight,
  loading: all(LOADING).some((el) => el.getBoundingClientRect().top > innerHeight),
});
