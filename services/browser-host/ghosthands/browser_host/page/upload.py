"""Uploads: the file goes to the input itself, hidden or not, and counts once the page shows it has it."""

from __future__ import annotations

from playwright.async_api import FilePayload

from ghosthands.browser_host.page import scripts
from ghosthands.browser_host.page.values import Upload
from ghosthands.browser_host.page.widgets.control import Control
from ghosthands.browser_host.page.widgets.goal import Unfit

_SET_MS = 10_000
_ARRIVED_MS = 20_000


async def upload(control: Control, file: Upload) -> None:
    """Upload `file` and wait until it is there by name and size, or shown as uploaded. Raises Unfit."""
    payload = FilePayload(name=file.name, mimeType=file.media_type, buffer=file.content)
    await (await control.element()).set_input_files(payload, timeout=_SET_MS)
    task = {"css": control.field.locator.css, "name": file.name, "size": len(file.content), "limit": _ARRIVED_MS}
    if not await control.ask(scripts.action("uploaded"), task, seconds=_ARRIVED_MS / 1000 + 5):
        raise Unfit("not_kept")
