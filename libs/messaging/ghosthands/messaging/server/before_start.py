"""Preparation of a NATS store before every start of its server.

    python -m ghosthands.messaging.server.before_start FOLDER       the server's `store_dir`; it must not run

On a full disk it changes nothing and fails, so that no server is started. It removes what a killed server left half
made (`store`), and moves a store from before there were accounts into the streams' account (`carry_over`); this last
needs GHOSTHANDS_NATS_AT_REST_KEY, once.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.server import store
from ghosthands.messaging.server.carry_over import carry_over, is_due

KEY = "GHOSTHANDS_NATS_AT_REST_KEY"


async def prepare(store_dir: Path, *, key: str, binary: Path, tell: Callable[[str], None]) -> None:
    """Prepare the store for a start; `tell` gets a line for each thing done. Raises GhostHandsError."""
    clean(store_dir, tell)
    if is_due(store_dir):
        if not key:
            raise store.StoreBroken(f"{store_dir} is from before there were accounts: set {KEY}, to read it by")
        for name in await carry_over(store_dir, key=key, binary=binary):
            tell(f"took stream {name} into the account of the streams")


def clean(store_dir: Path, tell: Callable[[str], None]) -> None:
    """Repair the store so that the server finds its streams, however its predecessor ended. Raises StoreBroken.

    That is all a store of this version needs: one that was started on before was carried over then.
    """
    store.check_space(store_dir)
    for block in store.remove_unfinished_blocks(store_dir):
        tell(f"removed {block}, an empty block without a key")


def main() -> None:
    """Prepare the store and print what was done, or exit with the reason why the server must not be started."""
    if len(sys.argv) != 2:
        sys.exit("which folder? Give the server's store_dir")
    search = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    binary = Path(shutil.which("nats-server", path=search) or "nats-server")
    try:
        asyncio.run(prepare(Path(sys.argv[1]), key=os.environ.get(KEY, ""), binary=binary, tell=print))
    except (GhostHandsError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
