"""The OpenAPI document on disk: `python -m ghosthands.hitl_gateway.http.committed [--check] FILE`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from ghosthands.contract.published import keep
from ghosthands.hitl_gateway.http.app import describe_door


def main(arguments: Sequence[str]) -> int:
    """Return the exit code: 0, or 1 where the committed document is not what the code says."""
    (file,) = (Path(argument) for argument in arguments if argument != "--check")
    return keep({file: describe_door()}, check="--check" in arguments)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
