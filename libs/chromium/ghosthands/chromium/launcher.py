"""Launches a browser that outlives us, on a profile of its own, at a DevTools address that contains its key.

The browser leads a session of its own, so a signal to its host does not reach it and the next host can adopt it. It
gets only the variables that a browser needs: no passwords, no proxies, a HOME inside its profile.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from ghosthands.chromium import devtools, environment, processes, profile, running, users
from ghosthands.chromium import executable as executables
from ghosthands.chromium.attendant import Attendant
from ghosthands.chromium.confinement import Confinement, confine, refused_sandbox
from ghosthands.chromium.errors import ChromiumError, LaunchFailed
from ghosthands.chromium.executable import Executable
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.chromium.running import BrowserProcess, FoundBrowser
from ghosthands.chromium.spawning import start_detached
from ghosthands.chromium.way_out import WayOut

FLAGS = (
    "--no-first-run",
    "--no-default-browser-check",
    "--password-store=basic",  # no keyring prompts
    # Nothing leaves but what pages ask for.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--metrics-recording-only",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,HttpsUpgrades"
    ",ServiceWorkerAutoPreload"  # its requests would be made before its worker is asked
    # The address bar's suggestions are pages, which would take half of the time that a browser needs to start.
    ",WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
    "--disable-breakpad",
    "--hide-crash-restore-bubble",
    # A hidden window keeps its timers and its rendering.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
)

_LAST_SECONDS = 1.0
_TAIL_BYTES = 16_384
_TAIL_LINES = 20
_NOISE = ("dbus/", "unexpected operator")
_LEAST_SHARED_MEMORY = 1 << 30
_sandbox_forbidden = False  # learnt once: the kernel does not change its mind


@dataclass(frozen=True, slots=True)
class SandboxReport:
    """The confinement of browsers on this machine, for `doctor`."""

    sandboxed: bool
    user: str
    reason: str


async def launch(
    profile_dir: Path,
    *,
    log_path: Path,
    headless: bool = True,
    extra_args: Sequence[str] = (),
    executable: Executable | None = None,
    timeout_seconds: float = 30.0,
    environ: Mapping[str, str] = os.environ,
    way_out: WayOut | None = None,
) -> BrowserProcess:
    """Start a browser on `profile_dir` (made if missing; mode 700) and wait until it can be driven.

    With a `way_out` every connection goes through a proxy of its own, and none to a private host that is not allowed.
    For a visible browser, `environ` names the display (DISPLAY, XAUTHORITY). Of several `--disable-features` Chromium
    uses the last: one in `extra_args` replaces ours. Raises ChromiumNotFound, ProfileInUse, or LaunchFailed with the
    end of its log.
    """
    if not headless and not environment.has_display(environ):
        raise ChromiumError("a visible browser needs a display: set DISPLAY, or run it headless")
    args = [*(["--headless=new"] if headless else []), *_shared_memory_flags(), *extra_args]
    launching = _prepare_launch(executable or executables.find(), profile_dir, log_path, args, timeout_seconds, environ)
    browser, _ = await _launch(replace(launching, way_out=way_out))
    return browser


async def sandbox_report() -> SandboxReport:
    """Start a browser for a moment and report how it was confined, and why. Raises what `launch` raises."""
    with tempfile.TemporaryDirectory(prefix="ghosthands-") as folder:
        os.chmod(folder, 0o711)  # noqa: S103 - the browser's user passes through to its own private profile
        profile_dir, log_path = Path(folder, "profile"), Path(folder, "log")
        launching = _prepare_launch(executables.find(), profile_dir, log_path, ["--headless=new"], 30.0)
        browser, confinement = await _launch(launching)
        await running.end(browser)
    return SandboxReport(confinement.sandboxed, confinement.user.name, confinement.reason)


@dataclass(frozen=True, slots=True)
class _Launch:
    """The parameters of a launch."""

    executable: Executable
    profile_dir: Path
    log_path: Path
    confinement: Confinement
    args: Sequence[str]
    timeout_seconds: float
    environ: Mapping[str, str]
    way_out: WayOut | None = None

    def write_command(self) -> list[str]:
        data_dir = f"--user-data-dir={self.profile_dir}"
        flags = [*FLAGS, data_dir, *self.confinement.flags, *self.args]
        return [str(self.executable.path), *flags, "about:blank"]


def _prepare_launch(
    executable: Executable,
    profile_dir: Path,
    log_path: Path,
    args: Sequence[str],
    timeout_seconds: float,
    environ: Mapping[str, str] = os.environ,
) -> _Launch:
    profile_dir = profile_dir.resolve()
    confinement = confine(executable, profile_dir)
    if _sandbox_forbidden and confinement.sandboxed:
        confinement = confinement.without_sandbox()
    return _Launch(executable, profile_dir, log_path, confinement, args, timeout_seconds, environ)


async def _launch(launching: _Launch) -> tuple[BrowserProcess, Confinement]:
    """Start the browser; once more without the sandbox if the kernel forbids that."""
    global _sandbox_forbidden
    try:
        return await _start(launching), launching.confinement
    except LaunchFailed as failure:
        if not (launching.confinement.sandboxed and refused_sandbox(failure.log_tail)):
            raise
    _sandbox_forbidden = True
    launching = replace(launching, confinement=launching.confinement.without_sandbox())
    return await _start(launching), launching.confinement


async def _start(launching: _Launch) -> BrowserProcess:
    profile.prepare(launching.profile_dir, launching.confinement.user, environment.display_cookie(launching.environ))
    log = _open_log(launching.log_path)
    log_start = log.tell()
    with log:
        process, identity, ws_url = _spawn(launching, log)
    if identity is None:  # ended before we could look
        raise _failure(launching, process.wait(), log_start)
    found = FoundBrowser(identity.pid, identity.start_time, launching.profile_dir)
    try:
        if await devtools.answers(ws_url, launching.timeout_seconds):
            return running.running(found, ws_url)
        exit_code = await _wait_briefly(process)
    except asyncio.CancelledError:
        found.signal(signal.SIGKILL)  # no one else knows of this browser
        raise
    failure = _failure(launching, exit_code, log_start)
    await running.end(found, grace_seconds=1.0)
    raise failure


async def _wait_briefly(process: subprocess.Popen[bytes]) -> int | None:
    """Return the exit code of a browser that hung up, which it does shortly before it ends; None while it runs."""
    try:
        return await asyncio.to_thread(process.wait, _LAST_SECONDS)
    except subprocess.TimeoutExpired:
        return None


def _shared_memory_flags() -> list[str]:
    """Return the flags for a small /dev/shm: containers often have 64 MB, in which pages crash."""
    return ["--disable-dev-shm-usage"] if shutil.disk_usage("/dev/shm").free < _LEAST_SHARED_MEMORY else []  # noqa: S108


def _open_log(log_path: Path) -> BinaryIO:
    """Open the browser's log, readable by its owner alone, since a page may cause any text in it; return the file."""
    users.make_passage(log_path.parent)
    return os.fdopen(os.open(log_path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")


def _spawn(launching: _Launch, log: BinaryIO) -> tuple[subprocess.Popen[bytes], ProcessIdentity | None, str]:
    """Start the browser; return it, its identity if it did not end at once, and its address; then its attendant."""
    user = launching.confinement.user if launching.confinement.drops_privileges else None
    env = environment.of_browser(launching.profile_dir, launching.environ)
    with Attendant(launching.way_out) as attendant:
        devtools.leave_address(launching.profile_dir, attendant.ws_url)
        command = attendant.write_command(launching.write_command())
        process = start_detached(command, env=env, user=user, output=log, hears=attendant.pipe)
        identity = processes.identify(process.pid)
        if identity is not None:
            attendant.start(identity, launching.confinement.user, log)
    return process, identity, attendant.ws_url


def _failure(launching: _Launch, exit_code: int | None, log_start: int) -> LaunchFailed:
    if exit_code is None:
        what = f"could not be driven within {launching.timeout_seconds:g} s"
    else:
        what = f"ended at once (exit code {exit_code})"
    tail = _tail(launching.log_path, log_start)
    last = tail.splitlines()[-1] if tail else "its log is empty"
    return LaunchFailed(f"{launching.executable.path} {what}: {last}; see {launching.log_path}", tail)


def _tail(log_path: Path, start: int) -> str:
    """Return the last lines of this start, without the harmless errors of Chromium and of Debian's wrapper."""
    with log_path.open("rb") as log:
        log.seek(max(start, log_path.stat().st_size - _TAIL_BYTES))
        lines = log.read().decode(errors="replace").splitlines()
    return "\n".join([line for line in lines if line.strip() and not _is_noise(line)][-_TAIL_LINES:])


def _is_noise(line: str) -> bool:
    return any(noise in line for noise in _NOISE)
