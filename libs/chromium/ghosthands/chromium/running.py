"""A running browser: its description, finding it again after its host died, and ending it."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ghosthands.chromium import devtools, processes
from ghosthands.chromium.errors import ChromiumError
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.chromium.way_out import PROXIED_FLAG, SideDoor

_DATA_DIR_FLAG = "--user-data-dir="
#: a crash handler's flag for the folder of its reports
_DATABASE_FLAG = "--database="
_ANSWER_SECONDS = 5.0
#: the folder of a Chromium without one for temporary files (`environment`), and the prefix it uses there
_TMP, _SOCKET_FOLDER = Path("/tmp"), "org.chromium.Chromium."  # noqa: S108  its choice


@dataclass(frozen=True, slots=True)
class FoundBrowser(ProcessIdentity):
    """A browser process seen in /proc, with the profile it works on."""

    profile_dir: Path


@dataclass(frozen=True, slots=True)
class BrowserProcess(FoundBrowser):
    """A browser that answers at its DevTools address."""

    #: the browser target: ws://127.0.0.1:<port>/devtools/browser/<key>; it gives full control of the browser
    ws_url: str = field(repr=False)
    sandboxed: bool
    #: whether it connects through a proxy of ours alone
    proxied: bool
    #: the one address where it may open a WebSocket; None where it may do so anywhere
    door: SideDoor | None


async def adopt(profile_dir: Path, pid: int, start_time: int) -> BrowserProcess | None:
    """Return the browser an earlier host launched, if that very process runs on this profile and answers; else None."""
    identity = processes.identify(pid)
    found = _browser_of(identity) if identity else None
    if found is None or found.start_time != start_time or not _same_folder(found.profile_dir, profile_dir):
        return None
    ws_url = devtools.find_address(found.profile_dir)
    if ws_url is None or not await devtools.answers(ws_url, _ANSWER_SECONDS):
        return None
    return running(found, ws_url)


def running(found: FoundBrowser, ws_url: str) -> BrowserProcess:
    """Return the description of a browser that is driven at that address."""
    arguments = processes.command_line(found.pid)
    return BrowserProcess(
        pid=found.pid,
        start_time=found.start_time,
        profile_dir=found.profile_dir,
        ws_url=ws_url,
        sandboxed="--no-sandbox" not in arguments,
        proxied=any(argument.startswith(PROXIED_FLAG) for argument in arguments),
        door=SideDoor.find(arguments),
    )


def list_browsers() -> Iterator[FoundBrowser]:
    """Yield every browser (not its helper processes) of this machine."""
    for stat in processes.list_living(_DATA_DIR_FLAG):
        if found := _browser_of(stat.identity):
            yield found


def find_processes(root_dir: Path) -> list[FoundBrowser]:
    """Return the browsers (not their helper processes) whose profiles are in or beneath `root_dir`."""
    root = root_dir.resolve()
    return [browser for browser in list_browsers() if browser.profile_dir.is_relative_to(root)]


async def end(browser: FoundBrowser, *, grace_seconds: float = 5.0) -> None:
    """End the browser and all its helpers, and wait until they are gone; at once if they already are.

    SIGTERM to the browser, which ends its helpers, then SIGKILL for whatever is left after `grace_seconds`. A pid that
    now belongs to another process is left alone. Raises ChromiumError when something survives SIGKILL.
    """
    ended = await processes.end_session(browser, stop=signal.SIGTERM, grace_seconds=grace_seconds)
    for handler in _crash_handlers(browser.profile_dir):
        handler.signal(signal.SIGKILL)
        ended = await handler.wait_until_gone(1.0) and ended
    if not ended:
        raise ChromiumError(f"browser process {browser.pid} does not end: see `ps -p {browser.pid}`")
    _remove_socket(browser.profile_dir)


def _remove_socket(profile_dir: Path) -> None:
    """Remove the folder of its singleton socket, which is elsewhere where the profile's path is too long.

    The browser can write the link to it: only a folder as Chromium makes it is removed.
    """
    try:
        folder = Path(os.readlink(profile_dir / "SingletonSocket")).parent
    except OSError:
        return
    if folder.parent == _TMP and folder.name.startswith(_SOCKET_FOLDER):
        shutil.rmtree(folder, ignore_errors=True)


def _crash_handlers(profile_dir: Path) -> list[ProcessIdentity]:
    """Return Chromium's crash handlers, which leave its session and end soon after it, by their report folder."""
    return [
        stat.identity
        for stat in processes.list_living(_DATABASE_FLAG)
        if any(_beneath(argument, _DATABASE_FLAG, profile_dir) for argument in processes.command_line(stat.pid))
    ]


def _beneath(argument: str, flag: str, folder: Path) -> bool:
    return argument.startswith(flag) and Path(argument.removeprefix(flag)).is_relative_to(folder)


def _browser_of(identity: ProcessIdentity) -> FoundBrowser | None:
    arguments = processes.command_line(identity.pid)
    if any(argument.startswith("--type=") for argument in arguments):
        return None
    for argument in arguments[1:]:
        if argument.startswith(_DATA_DIR_FLAG):
            profile_dir = Path(argument.removeprefix(_DATA_DIR_FLAG))
            return FoundBrowser(identity.pid, identity.start_time, profile_dir)
    return None


def _same_folder(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
