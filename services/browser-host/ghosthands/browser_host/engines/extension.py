"""Stagehand's extension: how it gets into a browser, and into the pages that are already there."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import stagehand
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect

from ghosthands.browser_host.engines.engine import EngineTrouble, EngineUnavailable
from ghosthands.domain.codes import EngineFailure

SETTLE_SECONDS = 5.0
#: its name in its manifest
NAME = "Stagehand Runtime"

#: Looks into every frame of a tab, puts the content script where it is missing, and returns the frames' addresses, but
#: not that of a frame that shows one of the browser's error pages.
_SETTLE_IN = """async () => {
  const wanted = %s;
  const tab = (await chrome.debugger.getTargets()).find((each) => each.id === wanted);
  if (!tab) return null;
  const { tabId } = tab;
  const look = () => ({ url: location.href, settled: Boolean(globalThis.__stagehandExtensionWorld) });
  const now = { injectImmediately: true };  // a frame that loads lazily is never done
  const all = { ...now, target: { tabId, allFrames: true } };
  const seen = (await chrome.scripting.executeScript({ ...all, func: look })).filter((each) => each.result);
  const put = ({ frameId }) =>
    chrome.scripting.executeScript({
      ...now, target: { tabId, frameIds: [frameId] }, files: ["content-script.js"]
    });
  await Promise.allSettled(seen.filter((each) => !each.result.settled).map(put));
  return seen.map((each) => each.result.url);
}"""

_ADDRESSES: TypeAdapter[list[str] | None] = TypeAdapter(list[str] | None)


async def install(ws_url: str) -> None:
    """Make sure that the extension is in the browser. Raises EngineUnavailable if the browser takes none."""
    async with connect(ws_url, max_size=None, compression=None) as browser:
        try:
            if await _find_installed(browser) is None:
                await _ask(browser, "Extensions.loadUnpacked", path=str(readable_folder()))
        except _Refused as refused:
            raise EngineUnavailable(
                EngineFailure.ENGINE_UNAVAILABLE,
                f"stagehand not available: this browser takes no extension ({refused})",
            ) from None


async def end_worker(ws_url: str) -> None:
    """End the extension's worker, with everything it holds; it starts anew when it is next needed."""
    async with connect(ws_url, max_size=None, compression=None) as browser:
        extension = await _find_installed(browser)
        for target in (await _ask(browser, "Target.getTargets"))["targetInfos"]:
            if target["type"] == "service_worker" and target["url"].startswith(f"chrome-extension://{extension}/"):
                await _ask(browser, "Target.closeTarget", targetId=target["targetId"])


async def settle_in(instance: stagehand.Stagehand, target_id: str) -> tuple[str, ...]:
    """Return the addresses of the tab's frames, each of which has the content script now. Raises EngineTrouble."""
    source = _SETTLE_IN % json.dumps(target_id)
    answer = await instance.experimental_batch(source, timeout=round(SETTLE_SECONDS * 1000))
    addresses = _ADDRESSES.validate_python(answer)
    if addresses is None:
        raise EngineTrouble(EngineFailure.TAB_NOT_FOUND, "stagehand does not see the session's tab")
    return tuple(addresses)


def readable_folder() -> Path:
    """Return the extension's folder, or a copy that the browser's user can read too.

    The browser reads from there for as long as it runs, also after another process of this host has adopted it: so a
    copy stays, one for each version and user.
    """
    packaged = Path(stagehand.__file__).parent / "_extension"
    if _is_open(packaged):
        return packaged
    copy = Path(tempfile.gettempdir()) / f"ghosthands-stagehand-{metadata.version('stagehand')}-{os.getuid()}"
    if not copy.exists():
        _publish(packaged, copy)
    owner = copy.lstat()
    if copy.is_symlink() or owner.st_uid != os.getuid() or owner.st_mode & 0o022:
        raise EngineUnavailable(
            EngineFailure.ENGINE_UNAVAILABLE, f"stagehand not available: {copy} belongs to somebody else"
        )
    return copy


def _is_open(folder: Path) -> bool:
    """Whether any user of the machine can read the extension's folder."""
    way = [folder, *folder.parents]
    return all(each.stat().st_mode & 0o001 for each in way) and bool((folder / "manifest.json").stat().st_mode & 0o004)


def _publish(packaged: Path, copy: Path) -> None:
    """Copy the folder in one step, so that nobody finds half of it."""
    making = Path(tempfile.mkdtemp(prefix=f"{copy.name}-", dir=copy.parent))
    shutil.copytree(packaged, making, dirs_exist_ok=True)
    for path in (making, *making.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    try:
        making.rename(copy)
    except OSError:  # another process was first
        shutil.rmtree(making)


async def _find_installed(browser: ClientConnection) -> str | None:
    """Return the extension's id in the browser; None if it is not installed."""
    extensions = (await _ask(browser, "Extensions.getExtensions"))["extensions"]
    return next((each["id"] for each in extensions if each["name"] == NAME and each["enabled"]), None)


class _Refused(Exception):
    """The browser refused a command."""


async def _ask(browser: ClientConnection, method: str, **params: Any) -> Mapping[str, Any]:
    await browser.send(json.dumps({"id": 1, "method": method, "params": params}))
    async for message in browser:
        match json.loads(message):
            case {"id": 1, "error": {"message": why}}:
                raise _Refused(str(why))
            case {"id": 1, "result": dict(result)}:
                return result
    raise _Refused("it is gone")
