"""The requirements of engines that run on Node: Node itself, and the packages npm installs beside their sidecar.

Run as a program it prints one line on their state, which `ghosthands doctor` shows.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

SIDECARS = Path(__file__).parents[3] / "sidecars"
MAGNITUDE = SIDECARS / "magnitude"

OLDEST = 20
_VERSION_SECONDS = 10.0
_VERSION = re.compile(r"v(\d+\.[\w.+-]+)")


def missing(sidecar: Path = MAGNITUDE) -> str | None:
    """Return what keeps the sidecar from being used, and the fix; None if nothing does."""
    executable = shutil.which("node")
    if executable is None:
        return f"install Node {OLDEST} or newer, with npm; then: make setup-magnitude"
    version = node_version(executable)
    if version is None or int(version.partition(".")[0]) < OLDEST:
        return f"Node {version or 'of no known version'} is too old, {OLDEST} is needed"
    if not (sidecar / "node_modules" / "magnitude-core" / "package.json").exists():
        return "make setup-magnitude"
    return None


def describe(sidecar: Path = MAGNITUDE) -> str:
    """Return a line on whether Magnitude is installed, and in which version."""
    if reason := missing(sidecar):
        return f"not available, engines without it are used; {reason}"
    package = json.loads((sidecar / "node_modules" / "magnitude-core" / "package.json").read_text())
    return f"magnitude-core {package['version']} on Node {node_version(shutil.which('node') or 'node')}"


@cache
def node_version(executable: str) -> str | None:
    """Return Node's version, like `20.20.2`, asked once; None if Node does not tell it."""
    try:
        said = subprocess.run(
            [executable, "--version"], capture_output=True, text=True, timeout=_VERSION_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = _VERSION.fullmatch(said.stdout.strip())
    return found[1] if found else None


if __name__ == "__main__":
    sys.stdout.write(describe() + "\n")
