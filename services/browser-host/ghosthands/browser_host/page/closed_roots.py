"""Closed shadow roots: what a component keeps from scripts, the browser itself still hands out.

A root is requested over the DevTools protocol and left on its host under a symbol that no page can guess (`dom.js`),
from where every later script enters it like an open one. It is requested only where an element looks like a host: it
has nothing inside and yet takes room on the page.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.async_api import CDPSession, Frame, Page
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import scripts
from ghosthands.browser_host.page.calls import in_time

_KEEP = """function (name) {
  Object.defineProperty(this.host, Symbol.for(name), { value: this, configurable: true });
}"""


async def open_up(page: Page, suspects: Sequence[Frame]) -> bool:
    """Open up the closed roots; return whether there were any. `suspects` are frames with new elements like hosts."""
    found = 0
    for target in _targets(page, suspects):
        with contextlib.suppress(PlaywrightError):  # it left meanwhile: the next look finds it gone
            found += await _open_target(page, target)
    return found > 0


def _targets(page: Page, frames: Sequence[Frame]) -> Iterator[Page | Frame]:
    """Yield the targets to ask: the page for all the frames in its process, each other frame for itself."""
    if frames:
        yield page
        yield from (frame for frame in frames if frame.parent_frame is not None)


async def _open_target(page: Page, target: Page | Frame) -> int:
    try:
        session = await page.context.new_cdp_session(target)
    except PlaywrightError:
        return 0  # a frame in the page's own process, which the page was asked for
    try:
        answer = await in_time(session.send("DOM.getDocument", {"depth": -1, "pierce": True}))
        closed = list(_closed(answer["root"]))
        for node in closed:
            await _keep(session, node)
        return len(closed)
    finally:
        with contextlib.suppress(PlaywrightError):
            await session.detach()


def _closed(node: dict[str, Any]) -> Iterator[int]:
    """Yield the backend ids of the closed roots below."""
    pending = [node]
    while pending:
        each = pending.pop()
        if each.get("shadowRootType") == "closed":
            yield each["backendNodeId"]
        inner = (*each.get("children", ()), *each.get("shadowRoots", ()))
        pending.extend((*inner, each["contentDocument"]) if "contentDocument" in each else inner)


async def _keep(session: CDPSession, node: int) -> None:
    resolved = await in_time(session.send("DOM.resolveNode", {"backendNodeId": node}))
    call = {
        "objectId": resolved["object"]["objectId"],
        "functionDeclaration": _KEEP,
        "arguments": [{"value": scripts.CLOSED_ROOT}],
    }
    await in_time(session.send("Runtime.callFunctionOn", call))
