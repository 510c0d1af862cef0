"""What a killed NATS server leaves half made on its disk, and what of that must go before it is started again.

A stream's messages lie in blocks, `msgs/<number>.blk`, each sealed by a key of its own beside it, `<number>.key`. The
server makes a block first and its key a moment later. Killed in between, nats-server 2.15.1 finds a block without a key
at its next start, calls the stream corrupt (10077), and deletes it, with all the messages in its other blocks. That
block is empty: without it the server recovers the stream whole.

Started on a full disk it deletes a stream whose files it cannot write, and calls itself well.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from ghosthands.domain.errors import GhostHandsError

#: Below this a server is not started: it writes an index of every stream at once, and what comes meanwhile.
LEAST_FREE_BYTES = 200 * 2**20
#: Of a block's key, sealed by the server's own.
_KEY_BYTES = 64
#: In a store_dir: of every account's streams, and of what a cluster's servers agree upon.
_BLOCKS = "jetstream/*/*/*/msgs/*.blk"


class StoreBroken(GhostHandsError):
    """A server started on this store would delete messages."""


def remove_unfinished_blocks(store_dir: Path) -> list[Path]:
    """Remove the empty blocks that never got their key; gives those. The server must not run.

    Only for a store that is encrypted. Raises StoreBroken, and removes nothing, where a block with messages has no key.
    """
    unfinished = list(_blocks_without_key(store_dir))
    for block in unfinished:
        if block.stat().st_size:
            raise StoreBroken(
                f"{block} holds messages, and its key {block.with_suffix('.key').name} is not beside it: NATS is not"
                " started, as it would delete the whole stream; put the key back, or the store from a copy"
            )
    for block in unfinished:
        block.unlink()
        block.with_suffix(".key").unlink(missing_ok=True)
    return unfinished


def check_space(store_dir: Path) -> None:
    """Raises StoreBroken where the disk is too full for a server to find its streams."""
    if store_dir.exists() and (free := shutil.disk_usage(store_dir).free) < LEAST_FREE_BYTES:
        raise StoreBroken(
            f"only {free // 2**20} MB are free on the disk of {store_dir}: NATS is not started, as it would lose"
            f" streams; free {LEAST_FREE_BYTES // 2**20} MB"
        )


def _blocks_without_key(store_dir: Path) -> Iterator[Path]:
    for block in sorted(store_dir.glob(_BLOCKS)):
        key = block.with_suffix(".key")
        if not key.exists() or key.stat().st_size < _KEY_BYTES:
            yield block
