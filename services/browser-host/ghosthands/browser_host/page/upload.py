"""Uploads: the file goes to the input itself, hidden or not, and counts once the page shows it has it.

What takes no notice of its input is given the file as if it were dropped, and last through the dialog its button opens.
"""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FilePayload

from ghosthands.browser_host.page import scripts
from ghosthands.browser_host.page.values import Upload
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, Control
from ghosthands.browser_host.page.widgets.goal import Unfit

_SET_MS = 10_000
_ARRIVED_MS = 20_000

Way = Callable[[Control, Upload], Awaitable[None]]


async def upload(control: Control, file: Upload) -> None:
    """Upload `file` and wait until it is there by name and size, or shown as uploaded. Raises Unfit."""
    for way in (_into_input, _dropped, _through_dialog):
        if await _tried(way, control, file) and await _arrived(control, file):
            return
    raise Unfit("not_kept")


async def _tried(way: Way, control: Control, file: Upload) -> bool:
    """Whether it could be done at all."""
    try:
        await way(control, file)
    except PlaywrightError:
        return False
    except Unfit:
        if way is _into_input:
            raise
        return False
    return True


async def _into_input(control: Control, file: Upload) -> None:
    await (await control.element()).set_input_files(_payload(file), timeout=_SET_MS)


async def _dropped(control: Control, file: Upload) -> None:
    task = {
        "css": control.field.locator.css,
        "name": file.name,
        "type": file.media_type,
        "content": base64.b64encode(file.content).decode(),
    }
    await control.ask(scripts.action("drop"), task)


async def _through_dialog(control: Control, file: Upload) -> None:
    button = await control.found("upload_button", control.field.locator.css)
    async with control.page.expect_file_chooser(timeout=TOUCH_MS) as opened:
        await button.click(timeout=TOUCH_MS)
    await (await opened.value).set_files(_payload(file), timeout=_SET_MS)


def _payload(file: Upload) -> FilePayload:
    return FilePayload(name=file.name, mimeType=file.media_type, buffer=file.content)


async def _arrived(control: Control, file: Upload) -> bool:
    task = {"css": control.field.locator.css, "name": file.name, "size": len(file.content), "limit": _ARRIVED_MS}
    return bool(await control.ask(scripts.action("uploaded"), task, seconds=_ARRIVED_MS / 1000 + 5))
