"""The veil that keeps values off a picture of a live page without touching the page's document.

While it is drawn, every frame has a user style sheet that makes what fields hold unreadable, and each text that says
one of the values is covered by a highlight. Neither is an element, an attribute or anything a page listens to.
Stagehand's extension draws it, and takes it off again by itself if this process is gone.

A net, not a proof: a value that is spread over several elements, that a shadow root says or that is part of an image
stays readable.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import stagehand

DRAW_SECONDS = 5.0
#: seconds after which it is taken off, whoever drew it
LEFT_SECONDS = 10.0

_FIELDS = """
input:not([type=submit], [type=button], [type=reset], [type=checkbox], [type=radio], [type=range], [type=color]),
textarea, select, [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only] {
  color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important;
  caret-color: transparent !important;
}
::placeholder { -webkit-text-fill-color: gray !important; color: gray !important; }
"""
#: Highlights obey only an author style sheet; the other one, a user style sheet, overrides all of a page's.
_HIGHLIGHT = "::highlight(ghosthands-veil) { background-color: gray !important; color: gray !important; }"

_COVER = """(values) => {
  const ranges = [];
  const look = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === Node.ELEMENT_NODE) {
        const inside = node instanceof HTMLElement && chrome.dom.openOrClosedShadowRoot(node);
        if (inside) look(inside);
      } else if (node.nodeType === Node.TEXT_NODE) {
        const text = node.data.toLowerCase();
        for (const value of values)
          for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
            const range = new Range();
            range.setStart(node, at);
            range.setEnd(node, at + value.length);
            ranges.push(range);
          }
      }
    }
  };
  look(document.documentElement);
  CSS.highlights.set("ghosthands-veil", new Highlight(...ranges));
}"""

_VEIL = """async () => {
  const [wanted, fields, highlight, values, draw, left] = %s;
  const tab = (await chrome.debugger.getTargets()).find((each) => each.id === wanted);
  const target = { tabId: tab.tabId, allFrames: true };
  const sheets = [{ target, css: fields, origin: "USER" }, { target, css: highlight, origin: "AUTHOR" }];
  const run = (script) => chrome.scripting.executeScript({ injectImmediately: true, target, ...script });
  const lift = async () => {
    await Promise.all(sheets.map((each) => chrome.scripting.removeCSS(each)));
    await run({ func: () => CSS.highlights.delete("ghosthands-veil") });
  };
  clearTimeout(globalThis.ghosthandsVeil);
  if (!draw) return await lift();
  globalThis.ghosthandsVeil = setTimeout(() => lift().catch(() => {}), left);
  await Promise.all(sheets.map((each) => chrome.scripting.insertCSS(each)));
  await run({ args: [values], func: %s });
}"""


@asynccontextmanager
async def drawn(instance: stagehand.Stagehand, target_id: str, values: Collection[str]) -> AsyncIterator[None]:
    """Hide the contents of the tab's fields, and these values, within the block."""
    shown = [value.lower() for value in values]
    await _set(instance, target_id, shown, draw=True)
    try:
        yield
    finally:
        await _set(instance, target_id, [], draw=False)


async def _set(instance: stagehand.Stagehand, target_id: str, values: Collection[str], *, draw: bool) -> None:
    given = json.dumps([target_id, _FIELDS, _HIGHLIGHT, list(values), draw, LEFT_SECONDS * 1000])
    await instance.experimental_batch(_VEIL % (given, _COVER), timeout=round(DRAW_SECONDS * 1000))
