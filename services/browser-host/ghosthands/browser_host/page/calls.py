"""Calls into a frame that are answered in time.

A frame that has not loaded, a script that never ends or an open dialog would keep an evaluate waiting for ever; here
each has its limit, and what takes longer is playwright's TimeoutError like any other failure of the page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar
from weakref import ReferenceType, WeakKeyDictionary, ref

from playwright.async_api import ElementHandle, Frame, JSHandle
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from ghosthands.browser_host.page import scripts

T = TypeVar("T")

#: seconds that a frame may take to answer
SECONDS = 10.0
_LOOK = "look => look()"
_STANDING = "(look, css) => look.standing(css)"

#: weak on both sides: while there is a connection it holds the handle, which holds the frame
_handed_over: WeakKeyDictionary[Frame, ReferenceType[JSHandle]] = WeakKeyDictionary()


async def in_time(asked: Awaitable[T], seconds: float = SECONDS) -> T:
    """Wait for the answer and return it. Raises playwright's Error, its TimeoutError after `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            return await asked
    except TimeoutError as error:
        if isinstance(error, PlaywrightTimeoutError):
            raise
        raise PlaywrightTimeoutError(f"the page did not answer in {seconds:g} s") from None


async def ask(frame: Frame, script: str, task: Any = None, *, seconds: float = SECONDS) -> Any:
    """Run a script of ours in a frame, and return its result. Raises playwright's Error."""
    return await in_time(frame.evaluate(script, task), seconds)


async def find(frame: Frame, script: str, task: Any) -> ElementHandle | None:
    """Run a script of ours in a frame, and return the element it returns, if any. Raises playwright's Error."""
    return (await in_time(frame.evaluate_handle(script, task))).as_element()


async def standing(frame: Frame, css: str) -> ElementHandle | None:
    """Return the element that the frame has now at `css`, whether or not it was read. Raises playwright's Error."""
    script = find_script(frame)
    if script is not None:
        try:
            return (await in_time(script.evaluate_handle(_STANDING, css))).as_element()
        except PlaywrightTimeoutError:
            raise
        except PlaywrightError:
            pass  # most likely of the document before this one
    return await find(frame, scripts.action("element"), css)


async def inventory(frame: Frame) -> str:
    """Return the frame's inventory as JSON. Raises playwright's Error.

    The script is handed over once per document and only called after that: this saves half the cost of a look.
    """
    script = find_script(frame)
    if script is not None:
        try:
            return str(await in_time(script.evaluate(_LOOK)))
        except PlaywrightTimeoutError:
            raise
        except PlaywrightError:
            pass  # most likely of the document before this one
    return str(await in_time((await leave_script(frame)).evaluate(_LOOK)))


def find_script(frame: Frame) -> JSHandle | None:
    """Return the inventory's script as it was left in a document of that frame, which may be gone."""
    known = _handed_over.get(frame)
    return None if known is None else known()


async def leave_script(frame: Frame) -> JSHandle:
    """Leave the inventory's script in the frame's current document, and return it. Raises playwright's Error."""
    script = await in_time(frame.evaluate_handle(scripts.inventory()))
    _handed_over[frame] = ref(script)
    return script
