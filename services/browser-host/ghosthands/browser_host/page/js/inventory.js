// The inventory of one frame, as JSON: every control, button and sign on it, and no value.

const LOADING = "[aria-busy=true],[class*=skeleton i],iframe[loading=lazy]";

gather(document, "", null);
const members = questions(found.controls);
hearRefusals(members);
const asked = members.map(asQuestion);
const fieldCounts = countFields(members, asked);
const [visit] = performance.getEntriesByType("navigation");
return JSON.stringify({
  controls: asked,
  buttons: found.buttons.filter(({ el }) => isSeen(el)).map((each) => buttonOf(each, fieldCounts)),
  frames: found.frames.map(frameOf),
  hosts: countHosts(),
  platforms: platforms(),
  phrases: phrases(),
  markers: markers(),
  walls: walls(),
  step: step(),
  refused: unplaced,
  status: visit?.responseStatus ?? 0,
  height: Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0),
  viewport: innerHeight,
  loading: all(LOADING).some((el) => el.getBoundingClientRect().top > innerHeight),
});
