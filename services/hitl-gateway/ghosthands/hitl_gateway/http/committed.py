"""The OpenAPI document on disk: `python -m ghosthands.hitl_gateway.http.committed [--check] FILE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ghosthands.hitl_gateway.http.app import describe_door


def main(arguments: Sequence[str]) -> int:
    """The exit code: 0, or 1 where the committed document is not what the code says."""
    text = json.dumps(describe_door(), indent=2, ensure_ascii=False) + "\n"
    file = Path(next(argument for argument in arguments if argument != "--check"))
    if "--check" not in arguments:
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        sys.stderr.write(f"{file} is not what the code says: run `make schemas` and commit it\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
