"""`python -m ghosthands.chromium install`: find Chromium or get it, and say which; `find` only looks.

Exit codes: 0 there is one; 1 there is none, and the line says what helps; 2 not understood.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ghosthands.chromium import executable
from ghosthands.chromium.errors import ChromiumNotFound


def main(arguments: Sequence[str]) -> int:
    """Run the command in the one argument; return the exit code."""
    if list(arguments) not in (["install"], ["find"]):
        _say("usage: python -m ghosthands.chromium install|find")
        return 2
    try:
        found = executable.install(_say) if arguments[0] == "install" else executable.find()
        sys.stdout.write(f"{executable.version(found)} at {found.path}\n")
    except ChromiumNotFound as error:
        _say(f"ghosthands: {error}")
        return 1
    return 0


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
