"""Uploads: the file goes to the input itself, hidden or not, and counts once the page shows it has it.

A page that takes no notice of its input gets the file as if it were dropped, and last through the dialog its button
opens; where an upload may have begun, it is only waited for, unless the file is known to have been kept from leaving.
"""

from __future__ import annotations

import asyncio
import base64
import mimetypes
from collections.abc import Awaitable, Callable

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FilePayload

from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.traffic import traffic_of
from ghosthands.browser_host.page.values import Upload
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.goal import Unfit
from ghosthands.domain import accepted_files
from ghosthands.domain.codes import ActionFailure

_SET_MS = 10_000
#: for a page to notice a file, and to have a small one
_ARRIVED_MS = 20_000
#: for a file that is being uploaded, on top of that
_UPLOADED_MS = 60_000
#: seconds after which a file that was kept from leaving is not waited for any longer
_KEPT_BACK_SECONDS = 2.0
_ACCEPTS = "el => el.accept ?? ''"
_HOLDS_ONE = "el => Boolean(el.files?.length)"

Way = Callable[[FormControl, Upload], Awaitable[None]]


async def upload(control: FormControl, file: Upload, is_kept_back: Callable[[], bool]) -> None:
    """Upload `file` and wait until it is there by name and size, or shown as uploaded.

    Raises Unfit, as UNFIT_VALUE for a file of a kind that the input says it does not take.
    """
    if not is_accepted(await _read_accepted(control), file):
        raise Unfit(ActionFailure.UNFIT_VALUE)
    traffic = traffic_of(control.page)
    for way in (_set_input, _drop_file, _choose_in_dialog):
        begun = traffic.begun
        if not await _try_way(way, control, file):
            continue
        if await _has_arrived(control, file, _ARRIVED_MS, is_kept_back):
            return
        if is_kept_back():
            raise Unfit(ActionFailure.NOT_TRIED)
        if traffic.begun != begun or await _is_kept(control):
            break
    else:
        raise Unfit(ActionFailure.NOT_KEPT)
    # It may be on its way: a second one beside it would be worse than none.
    if not await _has_arrived(control, file, _UPLOADED_MS, is_kept_back):
        raise Unfit(ActionFailure.NOT_KEPT)


async def _read_accepted(control: FormControl) -> str:
    """Return what the input says it takes; empty where it is none, or is gone."""
    try:
        return str(await in_time((await control.element()).evaluate(_ACCEPTS)))
    except PlaywrightError:
        return ""


def is_accepted(accept: str, file: Upload) -> bool:
    """Whether a file input with that `accept` takes the file; a list that says nothing clear takes any."""
    types = {file.media_type.lower(), mimetypes.guess_type(file.name.lower())[0] or ""}
    return accepted_files.is_accepted(accept, file.name, types)


async def _try_way(way: Way, control: FormControl, file: Upload) -> bool:
    """Try that way of uploading; return whether it could be done at all."""
    try:
        await way(control, file)
    except PlaywrightError:
        return False
    except Unfit:
        if way is _set_input:
            raise
        return False
    return True


async def _set_input(control: FormControl, file: Upload) -> None:
    await (await control.element()).set_input_files(_payload(file), timeout=_SET_MS)


async def _drop_file(control: FormControl, file: Upload) -> None:
    task = {
        "css": control.field.locator.css,
        "name": file.name,
        "type": file.media_type,
        "content": base64.b64encode(file.content).decode(),
    }
    await control.act("drop", task)


async def _choose_in_dialog(control: FormControl, file: Upload) -> None:
    button = await control.found("upload_button", control.field.locator.css)
    async with control.page.expect_file_chooser(timeout=TOUCH_MS) as opened:
        await button.click(timeout=TOUCH_MS)
    chooser = await opened.value
    if await chooser.element.owner_frame() != (await control.realm()).frame:
        raise Unfit(ActionFailure.FRAME_CHANGED)
    await chooser.set_files(_payload(file), timeout=_SET_MS)


def _payload(file: Upload) -> FilePayload:
    return FilePayload(name=file.name, mimeType=file.media_type, buffer=file.content)


async def _has_arrived(control: FormControl, file: Upload, limit_ms: int, is_kept_back: Callable[[], bool]) -> bool:
    """Whether the file is there in time; one that is kept from leaving is given a moment."""
    task = {"css": control.field.locator.css, "name": file.name, "size": len(file.content), "limit": limit_ms}
    arriving = asyncio.ensure_future(control.act("uploaded", task, seconds=limit_ms / 1000 + 5))
    is_hopeless = False
    try:
        while not (arriving.done() or is_hopeless):
            is_hopeless = is_kept_back()
            await asyncio.wait({arriving}, timeout=_KEPT_BACK_SECONDS)
        return arriving.done() and bool(arriving.result())
    finally:
        arriving.cancel()


async def _is_kept(control: FormControl) -> bool:
    """Whether the input holds a file."""
    return bool(await in_time((await control.element()).evaluate(_HOLDS_ONE)))
