// Where an element is, in CSS that hits it alone within its root: a lasting id, a name, a test id, else its path.
//
// Ids a framework counts up (`react-select-3-input`, `:r1:`) come after names and test ids: the next render may deal
// them out anew.

const TEST_IDS = ["data-testid", "data-test", "data-qa", "data-automation-id", "data-ui", "data-cy"];

const quoted = (value) => `"${value.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\a ")}"`;
const isAlone = (scope, css, el) => {
  const hits = scope.root.querySelectorAll(css);
  return hits.length === 1 && hits[0] === el;
};

//: every element that was located, by its CSS
const located = new Map();

function locate(el, scope) {
  const lasting = byId(el, scope, false) ?? byName(el, scope) ?? byTestId(el, scope);
  const css = scope.prefix + (lasting ?? byId(el, scope, true) ?? byPath(el, scope));
  located.set(css, el);
  return css;
}

function byId(el, scope, evenVolatile) {
  const id = el.getAttribute("id");
  if (!id || (!evenVolatile && rules.volatile.test(id))) return null;
  return isAlone(scope, `#${CSS.escape(id)}`, el) ? `[id=${quoted(id)}]` : null;
}

function byName(el, scope) {
  const name = el.getAttribute("name");
  if (!name || rules.volatile.test(name)) return null;
  const css = `${el.localName}[name=${quoted(name)}]`;
  if (scope.names.get(`${el.localName} ${name}`) === 1) return css;
  const value = el.type === "radio" || el.type === "checkbox" ? el.getAttribute("value") : null;
  if (!value) return null;
  const chosen = `${css}[value=${quoted(value)}]`;
  return isAlone(scope, chosen, el) ? chosen : null;
}

function byTestId(el, scope) {
  for (const testId of TEST_IDS) {
    const value = el.getAttribute(testId);
    const css = value && `${el.localName}[${testId}=${quoted(value)}]`;
    if (css && isAlone(scope, css, el)) return css;
  }
  return null;
}

function byPath(el, scope) {
  const steps = [];
  for (let node = el; node; node = node.parentElement) {
    const anchor = node === el ? null : byId(node, scope, false);
    if (anchor) return [anchor, ...steps].join(" > ");
    steps.unshift(node.parentElement || node !== document.documentElement ? nthOfType(node) : "html");
  }
  const css = steps.join(" > ");
  return scope.root === document ? css : `:host > ${css}`;
}

function nthOfType(el) {
  let place = 1;
  for (let node = el.previousElementSibling; node; node = node.previousElementSibling) {
    if (node.localName === el.localName) place += 1;
  }
  return `${CSS.escape(el.localName)}:nth-of-type(${place})`;
}
