// Elements by a point of the picture, by XPath from the top document, and by where the keyboard is.

import { Trouble } from './trouble.mjs';

const READY_MS = 10_000;

/** The element at a point of the viewport, in whichever frame, and its XPath; null where there is none. */
async function elementAt(frame, { x, y }, path = '') {
  const found = await frame.evaluateHandle(deepestAt, [x, y]);
  const element = found.asElement();
  if (!element) return null;
  const xpath = await element.evaluate(xpathOf);
  const here = path === null || xpath === null ? null : path + xpath;
  const inner = await element.contentFrame();
  if (!inner) return { element, xpath: here };
  const corner = await cornerIn(element);
  return elementAt(inner, { x: x - corner.x, y: y - corner.y }, here);
}

/** Where a frame's document begins in the document around it. */
async function cornerIn(element) {
  return element.evaluate((frame) => {
    const box = frame.getBoundingClientRect();
    return { x: box.left + frame.clientLeft, y: box.top + frame.clientTop };
  });
}

/** Where a frame's document begins on the picture; null where it is not to be seen. */
export async function cornerOf(frame) {
  if (!frame.parentFrame()) return { x: 0, y: 0 };
  try {
    const element = await frame.frameElement();
    const [box, around] = [await element.boundingBox(), await cornerOf(frame.parentFrame())];
    if (!box || !around) return null;
    const inside = await cornerIn(element);
    return { x: around.x + inside.x, y: around.y + inside.y, width: box.width, height: box.height };
  } catch {
    return null; // it is gone by now
  }
}

function deepestAt([x, y]) {
  let element = document.elementFromPoint(x, y);
  while (element?.shadowRoot) {
    const inside = element.shadowRoot.elementFromPoint(x, y);
    if (!inside || inside === element) break;
    element = inside;
  }
  return element;
}

function xpathOf(element) {
  if (element.getRootNode() !== document) return null;
  let path = '';
  for (let each = element; each instanceof Element; each = each.parentNode) {
    const same = [...(each.parentNode?.children ?? [])].filter((sibling) => sibling.nodeName === each.nodeName);
    path = `/${each.nodeName.toLowerCase()}[${Math.max(same.indexOf(each), 0) + 1}]${path}`;
  }
  return path;
}

/** Where the element is, as XPath through frames; null inside of shadow roots, which XPath does not enter. */
export async function xpathAt(page, point) {
  return (await elementAt(page.mainFrame(), point))?.xpath ?? null;
}

/** Chooses by label, else by value, in the native list there; false where there is no list or no such option. */
export async function chooseAt(page, point, option) {
  const found = await elementAt(page.mainFrame(), point);
  const list = await found?.element.evaluateHandle((each) => each.closest('select') ?? each.closest('label')?.control);
  const options = await list?.evaluate((each) =>
    each?.tagName === 'SELECT' ? [...each.options].map(({ label, value }) => [label.trim(), value]) : [],
  );
  const chosen = options?.find(([label]) => label === option.trim()) ?? options?.find(([, value]) => value === option);
  if (!chosen) return false;
  await list.asElement().selectOption({ value: chosen[1] }, { timeout: READY_MS });
  return true;
}

/** The middle of what is in view, reads exactly so, and is nearest to the point; null where nothing reads so. */
export async function nearestText(page, { x, y }, text) {
  const found = [];
  for (const frame of page.frames()) {
    const corner = await cornerOf(frame);
    const middles = corner ? await frame.evaluate(middlesOf, text).catch(() => []) : [];
    found.push(...middles.map(([left, top]) => ({ x: corner.x + left, y: corner.y + top })));
  }
  const far = (point) => Math.hypot(point.x - x, point.y - y);
  return found.sort((one, other) => far(one) - far(other))[0] ?? null;
}

/** In the page: where elements are seen whose whole text this is, the innermost of them. */
function middlesOf(text) {
  const plain = (words) => words.replace(/\s+/g, ' ').trim().toLowerCase();
  const wanted = plain(text);
  const middles = [];
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      const reads = (each) => plain(each.textContent) === wanted;
      if (!reads(element) || [...element.children].some(reads)) continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const seen = width && height ? root.elementFromPoint(x, y) : null;
      if (seen?.contains(element) || element.contains(seen)) middles.push([x, y]);
    }
  };
  look(document);
  return middles;
}

/** Whether what is typed now ends up in a field. */
export async function isTyping(page) {
  for (const frame of page.frames()) {
    if (await frame.evaluate(holdsCaret).catch(() => false)) return true;
  }
  return false;
}

function holdsCaret() {
  if (!document.hasFocus()) return false;
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return Boolean(element?.isContentEditable || element?.matches('input, textarea'));
}

const METHODS = {
  click: (target) => target.click({ timeout: READY_MS }),
  fill: (target, [text]) => target.fill(text ?? '', { timeout: READY_MS }),
  type: (target, [text]) => target.fill(text ?? '', { timeout: READY_MS }),
  press: (target, [key]) => target.press(key ?? 'Enter', { timeout: READY_MS }),
  check: (target) => target.check({ timeout: READY_MS }),
  uncheck: (target) => target.uncheck({ timeout: READY_MS }),
  selectOption: (target, [option]) => target.selectOption(option ?? '', { timeout: READY_MS }),
};
METHODS.selectOptionFromDropdown = METHODS.selectOption;

/** Does to an element what was found before; no model is asked. */
export async function performCandidate(page, { selector, method, arguments: texts }, fillIn) {
  if (!Object.hasOwn(METHODS, method)) throw new Trouble('not_supported', 'there is no such method');
  await METHODS[method](locate(page, selector), texts.map(fillIn));
}

/** `xpath=/html[1]/body[1]/iframe[1]/html[1]/…`: each `/html` after an iframe begins a document. */
function locate(page, selector) {
  const documents = selector.replace(/^xpath=/, '').split(/(?<=\/i?frame(?:\[\d+\])?)(?=\/html)/);
  const last = documents.pop();
  return documents.reduce((scope, each) => scope.frameLocator(`xpath=${each}`), page).locator(`xpath=${last}`);
}
