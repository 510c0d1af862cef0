// Everything that is looked for by selector beside the controls, looked for once: a walk over a long page is what costs.

const LOADING = "[aria-busy=true],[class*=skeleton i],iframe[loading=lazy]";
const SIGNS = [REFUSALS, LOADING, METER, CURRENT, CHALLENGE_CSS, ...Object.values(rules.markers)].filter(Boolean).join(",");

const all = (css) => found.scopes.flatMap(({ root }) => [...root.querySelectorAll(css)]);
let walked = null;

// Those of the signs that match `css`, in document order.
function signs(css) {
  walked ??= all(SIGNS);
  return css ? walked.filter((el) => el.matches(css)) : [];
}
