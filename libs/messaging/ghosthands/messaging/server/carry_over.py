"""Moving a store without accounts into the account that the streams have now, without loss.

A server without accounts keeps its streams in an account that no configuration can name, `$G`, sealed under that name;
a server with accounts does not see them. So before such a store is used again, a server without accounts is started on
it and one with accounts beside it, and each stream is backed up from the one and restored on the other: messages, their
sequences and times, consumers and their pending messages, schedules that have yet to fire. The old account is deleted
only once everything was copied and compared; if the process is killed before that, it begins again.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import secrets
import shutil
import signal
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from ghosthands.domain.errors import Permanent
from ghosthands.messaging.server import snapshots
from ghosthands.messaging.server.accounts import JETSTREAM, STORE
from ghosthands.messaging.server.configuration import server_settings
from ghosthands.messaging.server.jetstream import API, Bus, connect
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.messaging.server.store import StoreBroken

#: How long a server may take to find its streams, and to restore one.
PATIENCE_SECONDS = 600.0
MB = 1024 * 1024
#: Bytes to leave free for whatever else writes there meanwhile.
SPARE_BYTES = 200 * MB

_ACCOUNTS = "jetstream"
_BEFORE = "$G"
_BESIDE = ".carrying"
_WHOLE = "whole"
_OF_A_CLUSTER = "$SYS/_js_"
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def is_due(store_dir: Path) -> bool:
    """Whether the store has no accounts, or its move was interrupted."""
    return _has_streams(store_dir / _ACCOUNTS / _BEFORE) or (store_dir / _BESIDE).exists()


async def carry_over(store_dir: Path, *, key: str, binary: Path) -> list[str]:
    """Move the streams into this version's account; return their names. No server may run on the store.

    Raises StoreBroken, with the store unchanged, StreamUnavailable, ApiError.
    """
    before, now, beside = store_dir / _ACCOUNTS / _BEFORE, store_dir / _ACCOUNTS / STORE, store_dir / _BESIDE
    carried: list[str] = []
    if (store_dir / _ACCOUNTS / _OF_A_CLUSTER).exists():
        raise StoreBroken(
            f"{store_dir} is from before there were accounts, and one server's of a cluster: back its streams up, give"
            " each server an empty store, and restore them there (docs/deploying.md, Three NATS servers)"
        )
    if not _has_streams(before) and _has_streams(now):  # done, except for cleaning up
        shutil.rmtree(beside)
        return []
    if not (beside / _WHOLE).exists():
        if _has_streams(now):
            raise StoreBroken(
                f"both {before} and {now} hold streams: a server was started there that saw only the latter."
                " Move the one away that is not wanted"
            )
        shutil.rmtree(beside, ignore_errors=True)
        _assert_space(before)
        carried = await _copy(store_dir, beside, key, binary)
        (beside / _WHOLE).touch()
    if (beside / _ACCOUNTS / STORE).exists():
        shutil.rmtree(now, ignore_errors=True)
        (beside / _ACCOUNTS / STORE).rename(now)
    if before.exists():
        shutil.rmtree(before)
    shutil.rmtree(beside)
    return carried


def _assert_space(before: Path) -> None:
    """Raise StoreBroken if the disk may fill up on the way: a server that meets that loses streams."""
    needed = 2 * sum(file.stat().st_size for file in before.rglob("*") if file.is_file()) + SPARE_BYTES
    free = shutil.disk_usage(before).free
    if free < needed:
        raise StoreBroken(
            f"{before} is from before there were accounts; to carry it over needs {needed // MB} MB free on its disk,"
            f" where {free // MB} MB are: make room; nothing was changed"
        )


def _has_streams(account: Path) -> bool:
    return bool(_list_streams(account))


def _list_streams(account: Path) -> list[str]:
    return sorted(folder.name for folder in (account / "streams").glob("*"))


async def _copy(store_dir: Path, beside: Path, key: str, binary: Path) -> list[str]:
    """Copy all streams to the other store, into this version's account."""
    async with (
        _serving(store_dir, beside / "before.conf", key, binary) as old,
        _serving(beside, beside / "now.conf", key, binary, account=STORE) as new,
    ):
        names = sorted((await old.api("STREAM.NAMES"))["streams"] or ())
        if unread := set(_list_streams(store_dir / _ACCOUNTS / _BEFORE)) - set(names):
            raise StoreBroken(
                f"the streams {', '.join(sorted(unread))} in {store_dir} cannot be read: is the key the one they were"
                " written with? Nothing was changed"
            )
        for name in names:
            await _restore(old, new, name)
            await _compare(old, new, name)
    return names


async def _restore(old: Bus, new: Bus, name: str) -> None:
    """Restore the stream on the other server from NATS's own backup of it."""
    try:
        async with snapshots.taking(old, name) as taken:
            await snapshots.put_back(new, name, taken.config, taken.state, taken)
    except Permanent as error:
        raise StoreBroken(f"{error}; the old one stands") from None


async def _compare(old: Bus, new: Bus, name: str) -> None:
    """Raise StoreBroken if the copy is not complete; messages may have expired on the old server meanwhile."""
    there = await _describe(new, name)
    here = await _describe(old, name)
    if there[0] != here[0] or there[1] < here[1]:
        raise StoreBroken(f"stream {name} is not whole once taken over: {there} instead of {here}; the old one stands")


async def _describe(bus: Bus, name: str) -> tuple[tuple[int, list[str]], int]:
    state = (await bus.api(f"STREAM.INFO.{name}"))["state"]
    consumers = await bus.list_consumers(name)
    return (int(state["last_seq"]), sorted(consumers)), int(state["messages"])


@asynccontextmanager
async def _serving(
    store_dir: Path, config: Path, key: str, binary: Path, *, account: str | None = None
) -> AsyncIterator[Bus]:
    """Connect to a server on that store for the duration of the block, with no other clients."""
    port, password, log = _free_port(), secrets.token_hex(16), config.with_suffix(".log")
    _write(config, server_settings(port, store_dir, key) + _only_user(password, account))
    process = await asyncio.create_subprocess_exec(
        binary, "-c", config, "-l", log, stdin=subprocess.DEVNULL, preexec_fn=_end_with_parent
    )
    try:
        bus = await connect(f"nats://127.0.0.1:{port}", user=MIGRATION, password=password, timeout=PATIENCE_SECONDS)
        try:
            yield bus
        finally:
            await bus.close()
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


def _only_user(password: str, account: str | None) -> str:
    users = f"users: [ {json.dumps({'user': MIGRATION, 'password': password})} ]"
    leads = f'mappings: {{ "{API}.>": "{JETSTREAM}.>" }}'
    if account is None:
        return f"authorization {{ {users} }}\n{leads}\n"
    return f"accounts {{ {account}: {{ jetstream: enabled, {users}, {leads} }} }}\n"


def _write(config: Path, text: str) -> None:
    config.parent.mkdir(mode=0o700, exist_ok=True)
    config.touch(mode=0o600)
    config.write_text(text)


def _end_with_parent() -> None:
    """Ask Linux to end this process with its parent; elsewhere a killed parent leaves it running."""
    with suppress(AttributeError):
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
