"""What engines need that are written for Node: Node itself, and what npm puts beside their sidecar.

Run as a program it says in one line how that stands; `ghosthands doctor` shows it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

SIDECARS = Path(__file__).parents[3] / "sidecars"
MAGNITUDE = SIDECARS / "magnitude"

OLDEST = 20
_VERSION_SECONDS = 10.0


def missing(sidecar: Path = MAGNITUDE) -> str | None:
    """What keeps the sidecar from being used, and the mend; None where nothing does."""
    if shutil.which("node") is None:
        return f"install Node {OLDEST} or newer, with npm; then: make setup-magnitude"
    if not (sidecar / "node_modules" / "magnitude-core" / "package.json").exists():
        return "make setup-magnitude"
    return None


def describe(sidecar: Path = MAGNITUDE) -> str:
    """One line on Magnitude."""
    if reason := missing(sidecar):
        return f"not available, engines without it are used; {reason}"
    version = node_version()
    if version is None or int(version.split(".")[0]) < OLDEST:
        return f"not available, engines without it are used; install Node {OLDEST} or newer, this is {version}"
    package = json.loads((sidecar / "node_modules" / "magnitude-core" / "package.json").read_text())
    return f"magnitude-core {package['version']} on Node {version}"


def node_version() -> str | None:
    """`20.20.2`; None where Node does not say."""
    try:
        said = subprocess.run(
            ["node", "--version"], capture_output=True, text=True, timeout=_VERSION_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return said.stdout.strip().removeprefix("v") or None


if __name__ == "__main__":
    sys.stdout.write(describe() + "\n")
