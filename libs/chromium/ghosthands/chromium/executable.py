"""Finds the Chromium executable: the configured one, one on PATH, or Playwright's download; or installs one.

Snap packages are skipped: they cannot write to the hidden and system folders of our profiles, and Ubuntu's
`chromium-browser` is only a script that asks for the snap.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ghosthands.chromium.errors import ChromiumNotFound, NotChromium
from ghosthands.chromium.users import is_root

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MEND = "install it with `apt-get install chromium` or `playwright install chromium`, or set GHOSTHANDS_CHROMIUM"

#: Playwright's folder for root: the browser's user could not reach the cache in /root.
_SHARED_CACHE = Path("/var/cache/ghosthands/ms-playwright")
_VERSION_TIMEOUT = 30.0
#: a version number as every Chromium has, and hardly any other program: 156.0.8078.79
_VERSION = re.compile(r"\b\d+\.\d+\.\d+\.\d+\b")


@dataclass(frozen=True, slots=True)
class Executable:
    """A Chromium that can be started."""

    path: Path
    source: Literal["configured", "path", "playwright"]


def find() -> Executable:
    """Return the Chromium to use. Raises ChromiumNotFound, which names the remedy."""
    if configured := os.environ.get("GHOSTHANDS_CHROMIUM"):
        return _configured(configured)
    for name in NAMES:
        if (found := shutil.which(name)) and not _is_snap(Path(found)):
            return Executable(Path(found), "path")
    for candidate in _playwright_downloads():
        return Executable(candidate, "playwright")
    raise ChromiumNotFound(f"Chromium was not found: {MEND}")


def install(report: Callable[[str], None] = lambda line: None) -> Executable:
    """Find Chromium or install it: by Playwright, else (as root) from the distribution. Raises ChromiumNotFound.

    `report` is called with a line before each slow step. It takes minutes on a slow connection.
    """
    executable = _usable()
    for label, step in _INSTALLERS:
        if executable:
            return executable
        report(label)
        step()
        executable = _usable()
    if executable:
        return executable
    raise ChromiumNotFound(f"Chromium could not be installed: {MEND}")


def version(executable: Executable) -> str:
    """Return the output of `--version`, like "Chromium 156.0.8078.79".

    Raises ChromiumNotFound when it cannot be run, or its output is no Chromium's.
    """
    try:
        answer = subprocess.run(
            [executable.path, "--version"],
            capture_output=True,
            text=True,
            timeout=_VERSION_TIMEOUT,
            check=True,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise _refuse(executable, f"cannot be run ({_first_line(error)})") from error
    said = re.sub(r"\s+built on .*", "", answer.stdout.strip())
    if not _VERSION.search(said):
        raise _refuse(executable, f"is no Chromium: of its version it says {said.partition(chr(10))[0]!r}")
    return said


def _refuse(executable: Executable, why: str) -> ChromiumNotFound:
    if executable.source == "configured":
        return NotChromium(f"GHOSTHANDS_CHROMIUM is {executable.path}, which {why}: correct or unset it")
    return ChromiumNotFound(f"{executable.path} {why}: {MEND}")


def _configured(value: str) -> Executable:
    found = shutil.which(value)
    if not found:
        raise NotChromium(f"GHOSTHANDS_CHROMIUM is {value!r}, which is no executable: correct or unset it")
    return Executable(Path(found), "configured")


def _usable() -> Executable | None:
    """Return the Chromium found, if it runs: a download without its system libraries does not."""
    try:
        executable = find()
        version(executable)
    except ChromiumNotFound:
        return None
    return executable


def _is_snap(path: Path) -> bool:
    if "snap" in path.resolve().parts or path.resolve().name == "snap":
        return True
    with path.open("rb") as file:
        head = file.read(4096)
    return head.startswith(b"#!") and b"/snap/bin/" in head


def _playwright_downloads() -> Iterator[Path]:
    """Yield the Chromiums that Playwright downloaded, newest first."""
    for cache in _caches():
        builds = sorted(cache.glob("chromium-*/chrome-linux*/chrome"), key=_build_number, reverse=True)
        yield from (build for build in builds if os.access(build, os.X_OK))


def _caches() -> list[Path]:
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    return [Path(chosen)] if chosen else [Path.home() / ".cache/ms-playwright", _SHARED_CACHE]


def _build_number(path: Path) -> int:
    number = path.parts[-3].rpartition("-")[2]
    return int(number) if number.isdigit() else 0


def _install_by_playwright() -> None:
    env = dict(os.environ)
    command = [sys.executable, "-m", "playwright", "install"]
    if is_root():
        env.setdefault("PLAYWRIGHT_BROWSERS_PATH", str(_SHARED_CACHE))
        command.append("--with-deps")
    _run([*command, "chromium"], env)


def _install_by_apt() -> None:
    if not is_root() or not shutil.which("apt-get"):
        return
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _run(["apt-get", "update"], env)
    _run(["apt-get", "install", "-y", "--no-install-recommends", "chromium"], env)


_INSTALLERS = (
    ("Downloading Chromium with Playwright …", _install_by_playwright),
    ("Installing the distribution's Chromium …", _install_by_apt),
)


def _run(command: list[str], env: dict[str, str]) -> None:
    """Run an installer with its output on our stderr; the caller sees by looking for the browser whether it helped."""
    subprocess.run(command, env=env, check=False, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def _first_line(error: Exception) -> str:
    lines = str(getattr(error, "stderr", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
