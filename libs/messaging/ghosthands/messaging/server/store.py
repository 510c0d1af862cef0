"""Repair of a NATS store: removal of what a killed server left unfinished, before the next start.

A stream's messages are in blocks, `msgs/<number>.blk`, each sealed by a key of its own beside it, `<number>.key`. The
server creates a block first and its key a moment later. If it was killed in between, nats-server 2.15.1 finds a block
without a key at its next start, calls the stream corrupt (10077), and deletes it with all messages in its other blocks.
The block without a key is empty: once it is removed, the server recovers the whole stream.

Started on a full disk, the server deletes a stream whose files it cannot write, and still reports itself healthy.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from ghosthands.domain.errors import GhostHandsError

#: Below this a server is not started: it writes an index of every stream at once, and new messages meanwhile.
LEAST_FREE_BYTES = 200 * 2**20
#: The size of a block's key, sealed by the server's own.
_KEY_BYTES = 64
#: In a store_dir: the blocks of every account's streams, and of a cluster's consensus log.
_BLOCKS = "jetstream/*/*/*/msgs/*.blk"


class StoreBroken(GhostHandsError):
    """A server started on this store would delete messages."""


def remove_unfinished_blocks(store_dir: Path) -> list[Path]:
    """Remove the empty blocks that never got their key, and return them. The server must not run.

    Only for an encrypted store. Raises StoreBroken, and removes nothing, if a block with messages has no key.
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
    """Check the free space. Raises StoreBroken if the disk is too full for a server to find its streams."""
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
