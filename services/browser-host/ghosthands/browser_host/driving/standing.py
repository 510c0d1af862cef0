"""The state of a browser that another process drove: the texts in its page's boxes, its documents and workers.

Texts are read past the page's own scripts: whatever was filled in is among them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from playwright.async_api import Error, Frame, Page

from ghosthands.browser_host.ports.devtools import ASKING, DevToolsLine

#: seconds that all frames may take together
READ_SECONDS = 10.0
#: types of inputs whose text is no answer
_NO_TEXT = ("hidden", "submit", "button", "reset", "image", "checkbox", "radio", "file", "color", "range")


async def take_under_guard(line: DevToolsLine) -> None:
    """Put pages and workers that were there before the guard under it. Raises NoAnswer.

    Chromium applies the whole browser's `Fetch` when it makes a path to the network, which each document and worker has
    had since its start. Enabling `Fetch` for one of them gives it another path; its requests take that from then on.
    """
    seen: set[str] = set()
    while new := [one for one in await _find(line, *ASKING) if one not in seen]:
        for target in new:
            seen.add(target)
            async with _attached(line, target) as session:
                await line.call_in(session, "Fetch.enable", patterns=[])
                await line.call_in(session, "Fetch.disable")


async def stop_tabs(line: DevToolsLine) -> None:
    """Stop each tab's loading, so that it stays where it was. Raises NoAnswer."""
    for target in await _find(line, "page"):
        async with _attached(line, target) as session:
            await line.call_in(session, "Page.stopLoading")


@asynccontextmanager
async def _attached(line: DevToolsLine, target: str) -> AsyncIterator[str]:
    """Attach to the target for the block; calls to one that has ended meanwhile are answered with an error."""
    session = (await line.call("Target.attachToTarget", targetId=target, flatten=True)).get("sessionId", target)
    yield session
    await line.call("Target.detachFromTarget", sessionId=session)


async def _find(line: DevToolsLine, *types: str) -> list[str]:
    targets = (await line.call("Target.getTargets", filter=[{}])).get("targetInfos", ())
    return [one["targetId"] for one in targets if one["type"] in types]


async def read_texts(page: Page) -> list[str] | None:
    """Return every text in a box of the page and its frames, each once; None if they cannot be read in time."""
    try:
        async with asyncio.timeout(READ_SECONDS):
            texts = dict.fromkeys(await _read_target(page, page))
            for frame in page.frames[1:]:
                with suppress(Error):  # a frame in the page's process has no target and was read with the page
                    texts |= dict.fromkeys(await _read_target(page, frame))
    except (Error, TimeoutError):
        return None
    return list(texts)


async def _read_target(page: Page, one: Page | Frame) -> list[str]:
    session = await page.context.new_cdp_session(one)
    try:
        snapshot = await session.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
    finally:
        with suppress(Error):
            await session.detach()
    strings = snapshot["strings"]
    return [
        text for document in snapshot["documents"] for text in _texts_of(document["nodes"], strings) if text.strip()
    ]


def _texts_of(nodes: dict[str, Any], strings: Sequence[str]) -> Iterator[str]:
    for name in ("inputValue", "textValue"):
        rare = nodes.get(name) or {"index": [], "value": []}
        for node, text in zip(rare["index"], rare["value"], strict=True):
            if text >= 0 and _type_of(nodes["attributes"][node], strings) not in _NO_TEXT:
                yield strings[text]


def _type_of(attributes: Sequence[int], strings: Sequence[str]) -> str:
    pairs = zip(attributes[::2], attributes[1::2], strict=True)
    return next((strings[value].lower() for name, value in pairs if strings[name] == "type"), "")
