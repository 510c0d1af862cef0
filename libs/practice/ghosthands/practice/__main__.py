"""The practice site as a process: `python -m ghosthands.practice --port 8700`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from ghosthands.practice import loopback, server


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until SIGINT or SIGTERM; the first line of output is the site's address.

    Returns the exit code: 0, or 1 when the port is taken.
    """
    options = _make_parser().parse_args(arguments)
    try:
        listener = loopback.listen(options.port, options.host)
    except OSError as error:
        sys.stderr.write(f"cannot listen on {options.host}:{options.port}: {error.strerror}; choose another --port\n")
        return 1
    sys.stdout.write(f"{loopback.find_address(listener)}\n")
    sys.stdout.flush()
    asyncio.run(server.serve_until_told(listener))
    return 0


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ghosthands practice", description="A careers site to practise on.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8700, help="0 takes a free one (default: %(default)s)")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
