// Pictures for a model: whatever a person put into the page is covered, and so is every value we were given to type.

import { cornerOf } from './elements.mjs';

const GREY = { r: 138, g: 143, b: 152 };
/** pixels around a box, for shadows and rounding */
const MARGIN = 2;
/** A frame that does not answer in time is covered as a whole. */
const FRAME_MS = 2000;
/** The page itself may be on its way to another while it is looked at. */
const TRIES = 3;
/** Shorter values are everywhere; those below the other are looked for as words. */
const SHORTEST = 3;
const DISTINCTIVE = 8;
/** of a telephone number, without its country's */
const LOCAL_DIGITS = 10;
const NUMBER = /^\+?[\d\s().\-/]{6,}$/;

/** The picture that `take` makes, with grey over values; they are looked for before and after, in case they move. */
export async function covered(page, secrets, take) {
  const before = await boxesOf(page, secrets);
  const picture = await take();
  const boxes = [...before, ...(await boxesOf(page, secrets))];
  const layers = within(await picture.getDimensions(), boxes);
  if (!layers.length) return picture;
  const png = await picture.img.clone().composite(layers).png().toBuffer();
  return picture.constructor.fromBase64(png.toString('base64'));
}

async function boxesOf(page, secrets) {
  const spellings = secrets.flatMap(spellingsOf).join('|');
  const boxes = await Promise.all(page.frames().map((frame) => boxesOfFrame(frame, spellings)));
  return boxes.flat();
}

async function boxesOfFrame(frame, spellings, tries = TRIES) {
  const place = await cornerOf(frame);
  if (!place) return [];
  try {
    const boxes = await inTime(frame.evaluate(valuesIn, spellings));
    return boxes.map(([x, y, width, height]) => [x + place.x, y + place.y, width, height]);
  } catch (error) {
    if (!frame.parentFrame() && tries === 1) throw error;
    if (!frame.parentFrame()) return boxesOfFrame(frame, spellings, tries - 1);
    return frame.isDetached() ? [] : [[place.x, place.y, place.width, place.height]];
  }
}

async function inTime(answer) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('late')), FRAME_MS)));
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** As regular expressions: in any spacing, a number in any grouping, a short one as a word; as the gateway has it. */
function spellingsOf(secret) {
  const value = secret.trim();
  if (value.length < SHORTEST) return [];
  const words = value.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
  const literal = words.join(String.raw`\s+`);
  const spellings = [value.length < DISTINCTIVE ? String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])` : literal];
  if (NUMBER.test(value)) {
    const digits = value.replace(/\D/g, '').slice(-LOCAL_DIGITS);
    spellings.push(String.raw`(?<!\d)${[...digits].join(String.raw`[\s().\/\-]{0,3}`)}(?!\d)`);
  }
  return spellings;
}

/** In the page: boxes of filled controls, and of text that reads like one of the spellings. */
function valuesIn(spellings) {
  const boxes = [];
  const secret = spellings && new RegExp(spellings, 'giu');
  const FIELDS = 'input, textarea, select, [contenteditable]';
  const add = ({ x, y, width, height }) => width && height && boxes.push([x, y, width, height]);
  const shown = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'range', 'color', 'hidden']);

  const isFilled = (element) => {
    if (element.matches('input')) return !shown.has(element.type) && element.value !== '';
    if (element.matches('textarea, select')) return element.value !== '';
    return element.isContentEditable && !element.parentElement?.isContentEditable && element.textContent.trim() !== '';
  };

  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(FIELDS) && isFilled(element)) add(element.getBoundingClientRect());
      if (element.shadowRoot) look(element.shadowRoot);
    }
    if (!secret) return;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: found, index } of texts.currentNode.data.matchAll(secret)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + found.length);
        for (const box of range.getClientRects()) add(box);
      }
    }
  };

  look(document);
  return boxes;
}

/** Grey layers, cut to the picture. */
function within({ width, height }, boxes) {
  const layers = [];
  for (const [x, y, wide, high] of boxes) {
    const left = Math.max(0, Math.floor(x) - MARGIN);
    const top = Math.max(0, Math.floor(y) - MARGIN);
    const right = Math.min(width, Math.ceil(x + wide) + MARGIN);
    const bottom = Math.min(height, Math.ceil(y + high) + MARGIN);
    if (right <= left || bottom <= top) continue;
    const create = { width: right - left, height: bottom - top, channels: 3, background: GREY };
    layers.push({ input: { create }, left, top });
  }
  return layers;
}
