"""Desktops: an X server of its own for a session's visible browser, shown by TigerVNC on a socket in a private folder.

No port is open anywhere: neither for X nor for VNC. The server runs as the browser's own unprivileged user with an
empty home, so that a file dialogue shows nothing of this machine's; X asks for a key that only that user has. Nothing
but the browser is on the desktop, and it takes no keys and no mouse before a human has control. Like the browser it
belongs to the session: a successor of this process finds it by the note beside the user data dir.

Needs what Debian calls tigervnc-standalone-server, tigervnc-common and novnc; uses a window manager if there is one.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import signal
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.chassis import logging
from ghosthands.chromium import ProcessIdentity, browser_user, processes, tigervnc, users
from ghosthands.chromium.spawning import start_detached
from ghosthands.chromium.users import User
from ghosthands.domain.errors import GhostHandsError

SIZE = "1280x1000"
#: How many seconds the X server may take to be ready.
START_SECONDS = 15.0
_CONFIGURE_SECONDS = 5.0

#: the end of the name of the note beside a session's user data dir
_NOTE = ".desktop"
_WINDOW_MANAGERS = ("openbox", "matchbox-window-manager", "fluxbox")
_X_SOCKETS = Path("/tmp/.X11-unix")  # noqa: S108  where X has them

#: A browser fills its screen, and dialogues open in the middle of it.
_OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc"><applications>
<application type="normal"><decor>no</decor><maximized>yes</maximized></application>
</applications></openbox_config>
"""

log = logging.get(__name__)


class DesktopUnavailable(GhostHandsError):
    """The host has no desktops, or this one did not start; the message names the fix."""


@dataclass(frozen=True)
class Desktop:
    """An X server of its own for a browser with a window."""

    #: the X display, such as `:7`
    display: str
    #: private; holds the key, the socket and an empty home
    folder: Path
    process: ProcessIdentity
    #: its window manager
    manager: ProcessIdentity | None = None

    @property
    def socket_path(self) -> Path:
        """The socket on which it speaks RFB."""
        return self.folder / "rfb"

    @property
    def environ(self) -> dict[str, str]:
        """The environment of a program that shows itself on the desktop."""
        return {"DISPLAY": self.display, "XAUTHORITY": str(_cookie(self.folder)), "XDG_SESSION_TYPE": "x11"}

    async def lock(self, locked: bool) -> None:
        """Set whether the desktop takes no keys and no mouse at all, whoever sends them."""
        accepts = "0" if locked else "1"
        settings = [f"{name}={accepts}" for name in ("AcceptKeyEvents", "AcceptPointerEvents")]
        configuring = await asyncio.create_subprocess_exec(
            tigervnc.CONFIGURE,
            *(word for setting in settings for word in ("-set", setting)),
            env={"PATH": os.defpath, **self.environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(_CONFIGURE_SECONDS):
                code = await configuring.wait()
        except TimeoutError:
            configuring.kill()
            code = None
        if code != 0:
            log.error("desktop_not_configured", display=self.display, exit_code=code)

    async def end(self) -> None:
        """End the X server and the window manager, and delete the folder."""
        for leader in filter(None, (self.manager, self.process)):
            await processes.end_session(leader, stop=signal.SIGTERM, grace_seconds=3.0)
        shutil.rmtree(self.folder, ignore_errors=True)


class Desktops(Mapping[SessionKey, Desktop]):
    """The desktops of a host's sessions; `root` holds the notes of them, beside the user data dirs."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._open: dict[SessionKey, Desktop] = {}

    def __getitem__(self, key: SessionKey) -> Desktop:
        return self._open[key]

    def __iter__(self) -> Iterator[SessionKey]:
        return iter(self._open)

    def __len__(self) -> int:
        return len(self._open)

    async def start(self, key: SessionKey) -> Desktop:
        """Start a desktop for a session that is about to have a browser. Raises DesktopUnavailable."""
        await self.discard(key)
        if mend := tigervnc.missing():
            raise DesktopUnavailable(f"a desktop is {mend}")
        try:
            desktop = await _start()
        except OSError as error:
            raise DesktopUnavailable(f"the desktop did not start: {error.strerror}") from error
        self._note(key).write_bytes(msgspec.json.encode(desktop, enc_hook=str))
        self._open[key] = desktop
        return desktop

    def adopt(self, key: SessionKey) -> Desktop | None:
        """Return the desktop that an earlier process of this host started; None if there is none any more."""
        with suppress(OSError, msgspec.DecodeError):
            desktop = msgspec.json.decode(self._note(key).read_bytes(), type=Desktop, dec_hook=_decode_path)
            if desktop.process.alive:
                self._open[key] = desktop
        return self._open.get(key)

    async def discard(self, key: SessionKey) -> None:
        """End the session's desktop; do nothing if it has none."""
        desktop = self._open.pop(key, None) or self.adopt(key)
        self._open.pop(key, None)
        if desktop is not None:
            await desktop.end()
        self._note(key).unlink(missing_ok=True)

    async def end_strays(self) -> None:
        """End the desktops that an earlier process started for sessions that never came to be: they have no folder."""
        for note in self._root.glob(f"*{_NOTE}"):
            owner, _, session_id = note.name.removesuffix(_NOTE).partition(".")
            if not note.with_suffix("").exists():
                await self.discard(SessionKey(owner, session_id))

    def _note(self, key: SessionKey) -> Path:
        return self._root / f"{key.name}{_NOTE}"


async def _start() -> Desktop:
    user = _find_user()
    folder = Path(tempfile.mkdtemp(prefix="ghosthands-desktop-"))  # short: a socket's path holds 108 bytes
    try:
        _furnish(folder, user)
        return await _start_server(folder, user)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


async def _start_server(folder: Path, user: User | None) -> Desktop:
    reading, writing = os.pipe()
    try:
        try:
            server = _spawn(_write_command(folder, writing), folder, user, pass_fds=(writing,))
        finally:
            os.close(writing)
        identity = processes.identify(server.pid)
        display = await _read_display(reading)
    finally:
        os.close(reading)
    if identity is None or not display:
        server.kill()
        raise DesktopUnavailable(
            f"the desktop did not start: {tigervnc.SERVER} ended, or was not ready in {START_SECONDS:g} s"
        )
    desktop = Desktop(f":{display}", folder, identity)
    return replace(desktop, manager=_manage_windows(desktop, user))


async def _read_display(fd: int) -> str:
    """Return the display's number once the server is ready; empty if it ended, or takes too long."""
    told, ended = bytearray(), asyncio.Event()

    def read() -> None:  # to the end of the line: a server that cannot write all of it dies
        data = os.read(fd, 16)
        told.extend(data)
        if not data or data.endswith(b"\n"):
            ended.set()

    loop = asyncio.get_running_loop()
    loop.add_reader(fd, read)
    try:
        async with asyncio.timeout(START_SECONDS):
            await ended.wait()
    except TimeoutError:
        return ""
    finally:
        loop.remove_reader(fd)
    return told.decode().strip()


def _write_command(folder: Path, ready_fd: int) -> list[str]:
    return [
        tigervnc.SERVER,
        *("-displayfd", str(ready_fd)),
        *("-geometry", SIZE, "-depth", "24", "-desktop", "GhostHands"),
        *("-auth", str(_cookie(folder)), "-nolisten", "tcp", "-noreset"),
        *("-rfbport", "-1", "-rfbunixpath", str(folder / "rfb"), "-rfbunixmode", "0600"),
        *("-SecurityTypes", "None", "-AlwaysShared", "-AcceptSetDesktopSize=0"),
        *("-AcceptKeyEvents=0", "-AcceptPointerEvents=0", "-AllowOverride=AcceptKeyEvents,AcceptPointerEvents"),
    ]


def _manage_windows(desktop: Desktop, user: User | None) -> ProcessIdentity | None:
    """Start a window manager: without one a file dialogue may be larger than the screen."""
    manager = next(filter(None, map(shutil.which, _WINDOW_MANAGERS)), None)
    if manager is None:
        return None
    return processes.identify(_spawn([manager], desktop.folder, user, environ=desktop.environ).pid)


def _decode_path(_type: type[Any], text: str) -> Path:
    """Decode a note's path, the only type in it that JSON does not have."""
    return Path(text)


def _spawn(
    command: Sequence[str],
    folder: Path,
    user: User | None,
    *,
    environ: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    home = str(folder / "home")
    env = {"PATH": os.environ.get("PATH", os.defpath), "HOME": home, "LANG": "C.UTF-8", **(environ or {})}
    return start_detached(command, env=env, user=user, pass_fds=pass_fds)


def _find_user() -> User | None:
    """Return the browser's user, as whom the server runs; None if it runs as us."""
    if not users.is_root():
        return None
    user = browser_user()
    return user if users.can_become(user) else None


def _furnish(folder: Path, user: User | None) -> None:
    """Write the key, and a home with nothing in it but the window manager's configuration."""
    if users.is_root() and not _X_SOCKETS.exists():
        _X_SOCKETS.mkdir()
        _X_SOCKETS.chmod(0o1777)
    settings = folder / "home/.config/openbox"
    settings.mkdir(parents=True, mode=0o700)
    (settings / "rc.xml").write_text(_OPENBOX)
    _cookie(folder).write_bytes(_entry(secrets.token_bytes(16)))
    _cookie(folder).chmod(0o600)
    if user is not None:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, user.uid, user.gid)


def _cookie(folder: Path) -> Path:
    return folder / "xauthority"


def _entry(key: bytes) -> bytes:
    """Return an entry of an Xauthority file that is good for any display. Source: Xau's AuWrite.c."""
    family_wild, name = 0xFFFF, b"MIT-MAGIC-COOKIE-1"
    texts = (b"", b"", name, key)
    return struct.pack(">H", family_wild) + b"".join(struct.pack(">H", len(text)) + text for text in texts)
