"""What `up` tells of a running stack, and what `doctor` tells of one that would not start."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import msgspec
import pytest

from ghosthands.cli import own_stack
from ghosthands.cli.commands import doctor, up
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.errors import GhostHandsError, Permanent, StreamUnavailable
from ghosthands.messaging.archive.files import ArchiveFiles
from ghosthands.messaging.archive.key import ArchiveKey, ArchiveUnreadable
from ghosthands.messaging.archive.sealed import Archive, find_files
from ghosthands.messaging.log import whole
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.stack import SettingRefused, StackConfig, StackError, StackTaken, Supervisor, record
from ghosthands.stack.state import StateDir

if TYPE_CHECKING:
    from conftest import Screen

Lose = Callable[[ArchiveFiles, str], None]


async def test_a_second_up_says_at_once_that_a_stack_runs_already(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The settings of seven services take seconds to read, and do not matter then."""
    monkeypatch.setattr("ghosthands.stack.find_running", lambda _state_dir: object())
    monkeypatch.setattr(own_stack, "list_refused", lambda: pytest.fail("it read the settings first"))
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(tmp_path))
    (tmp_path / "lock").write_text("4711")
    with pytest.raises(StackTaken, match=r"already runs on .*process 4711"):
        await up.run()


class Started:
    """A stack in which processes die when a test says so."""

    names = ("nats", "planner")
    http_port = 3100
    stream_differences = ("GH_OUT has max_age 1 where 2 is declared",)

    def __init__(self, config: StackConfig) -> None:
        self.config = config
        self.state = StateDir(Path("/state"))
        self.nats_url = config.nats_url or "nats://127.0.0.1:20001"
        self.reader_url = config.database_url or "postgresql://ghosthands_reader@/ghosthands"
        self.restarts = dict.fromkeys(self.names, 0)
        self.troubles = dict.fromkeys(self.names, "")
        self.news = asyncio.Condition()

    def metrics_url(self, name: str) -> str:
        return f"http://127.0.0.1/{name}"

    async def wait_until_restarted(self, name: str, times: int) -> None:
        async with self.news:
            await self.news.wait_for(lambda: self.restarts[name] >= times)

    async def wait_for_trouble(self, name: str, known: str) -> str:
        async with self.news:
            await self.news.wait_for(lambda: self.troubles[name] != known)
        return self.troubles[name]

    async def suffer(self, name: str, trouble: str) -> None:
        async with self.news:
            self.troubles[name] = trouble
            self.news.notify_all()

    async def die(self, name: str) -> None:
        async with self.news:
            self.restarts[name] += 1
            self.news.notify_all()


async def told_by(started: Started, screen: Screen, until: str, times: int = 1) -> str:
    """What `up` shows of the stack once it has said `until` so often."""
    telling = asyncio.create_task(up._wait(cast("Supervisor", started)))
    async with asyncio.timeout(20):
        while screen().count(until) < times:  # noqa: ASYNC110 - a console announces nothing
            await asyncio.sleep(0)
    telling.cancel()
    with suppress(asyncio.CancelledError):
        await telling
    return screen()


@pytest.fixture(autouse=True)
def link(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody answers for a link."""

    @asynccontextmanager
    async def refused(_: object) -> AsyncIterator[None]:
        raise Stop(Exit.UNAVAILABLE, "the stack does not answer")
        yield

    monkeypatch.setattr(up, "connect", refused)


async def test_every_death_of_a_process_is_told_once_it_is_there_again(printed: Screen) -> None:
    started = Started(StackConfig(nats_url=None, database_url=None))
    for name in ("planner", "planner", "nats"):
        await started.die(name)
    shown = await told_by(started, printed, "died", times=3)
    assert shown.count("planner died and was started again; see /state/logs/planner.log") == 2
    assert shown.count("nats died and was started again; see /state/logs/nats.log") == 1


async def test_what_is_wrong_with_a_process_is_told_and_that_it_is_well_again(printed: Screen) -> None:
    started = Started(StackConfig(nats_url=None, database_url=None))
    telling = asyncio.create_task(told_by(started, printed, "nats: well again"))
    for trouble in ("only 3 MB are free", ""):
        await started.suffer("nats", trouble)
        async with asyncio.timeout(20):
            while f"nats: {trouble or 'well again'}" not in printed():  # noqa: ASYNC110 - a console announces nothing
                await asyncio.sleep(0)
    assert (await telling).index("nats: only 3 MB are free") < printed().index("nats: well again")


def test_the_doctor_tells_what_the_supervisor_says_of_a_server(
    paper_stack: Callable[..., StateDir], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = paper_stack()
    known = record.read(folder)
    assert known is not None
    ill = record.RecordedProcess(1, 1, trouble="only 3 MB are free on the disk of /state: free 200 MB")
    record.write(folder, msgspec.structs.replace(known, processes={"nats": ill}))
    _, finding = doctor._check_stack()
    assert (finding.name, finding.ok, finding.detail) == ("nats", False, ill.trouble)
    assert "started again by itself" in finding.mend


async def test_where_servers_of_ones_own_are_is_told_by_their_settings_which_hold_passwords(screen: Screen) -> None:
    own = {"nats_url": "nats://me:s3cret@here:4222", "database_url": "postgresql://me:s3cret@here/x"}
    shown = await told_by(Started(StackConfig(**own)), screen, "ready;")
    assert "by GHOSTHANDS_NATS_URL" in shown
    assert "by GHOSTHANDS_DATABASE_URL" in shown
    assert "NATS: GH_OUT has max_age 1 where 2 is declared" in shown
    assert "s3cret" not in shown


def test_the_doctor_refuses_the_state_directory_that_up_refuses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(tmp_path / "file/state"))
    (finding,) = doctor._check_state()
    assert not finding.ok
    assert "cannot be used (Not a directory): make it writable" in finding.mend


def test_the_doctor_refuses_the_settings_that_up_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_NATS_URL", "banana")
    (finding,) = doctor._check_state()
    assert not finding.ok
    assert "write one like nats://nats.example:4222" in finding.mend


def test_the_doctor_finds_settings_right_that_the_stack_itself_completes(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in [name for name in os.environ if name.startswith("GHOSTHANDS_")]:
        monkeypatch.delenv(variable)
    assert [*doctor._check_settings(), *doctor._check_key_files(), *doctor._check_adspower()] == []


@pytest.mark.parametrize(
    ("variable", "value", "mend"),
    [
        ("GHOSTHANDS_MODEL_PRIMARY", "gpt-4o", "a model is named provider/model"),
        ("GHOSTHANDS_BROWSER_HOST_ADSPOWER_URL", "foo", "write an address like http://127.0.0.1:50325"),
        ("GHOSTHANDS_BROWSER_HOST_SLOTS", "0", "should be 1 or more"),
    ],
)
def test_the_doctor_reads_settings_as_the_services_do(
    variable: str, value: str, mend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    (finding,) = doctor._check_settings()
    assert not finding.ok
    assert finding.mend.startswith(f"{variable}: ")
    assert mend in finding.mend


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("GHOSTHANDS_BROWSER_HOST_SLOT", "GHOSTHANDS_BROWSER_HOST_SLOTS"),
        ("GHOSTHANDS_NATS_PASSWORD_FILE", "GHOSTHANDS_NATS_PASSWORDS_FILE"),
    ],
)
def test_the_doctor_tells_of_a_setting_that_is_written_almost_right(
    wrong: str, right: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(wrong, "2")
    monkeypatch.setenv("GHOSTHANDS_API_URL", "https://valet.example")  # another program's
    monkeypatch.setenv("GHOSTHANDS_NATS_PASSWORD_VALET", "secret")  # a NATS server's own
    (finding,) = doctor._check_settings()
    assert not finding.ok
    assert finding.detail == f"{wrong} is read by nobody; {right} is"


def test_the_doctor_warns_of_a_service_secret_that_can_be_guessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secret"
    file.write_text(" hunter2\n")
    monkeypatch.setenv("GH_SERVICE_SECRET_FILE", str(file))
    (in_file,) = doctor._check_settings()
    monkeypatch.setenv("GH_SERVICE_SECRET", "hunter2")
    (named,) = doctor._check_settings()
    told = "has fewer than 32 characters: whoever receives a callback may guess it"
    assert (in_file.detail, named.detail) == (
        f"GH_SERVICE_SECRET_FILE {told} (openssl rand -hex 32 makes one)",
        f"GH_SERVICE_SECRET {told} (openssl rand -hex 32 makes one)",
    )
    assert not in_file.ok
    assert named.mend == "set another, here and wherever it is shared"
    monkeypatch.setenv("GH_SERVICE_SECRET", "0123456789abcdef" * 2)
    assert doctor._check_settings() == []


@pytest.mark.parametrize("variable", doctor.KEY_FILES)
def test_the_doctor_misses_a_key_file(variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "key"))
    (finding,) = doctor._check_key_files()
    assert (finding.ok, variable in finding.detail) == (False, True)
    (tmp_path / "key").touch()
    assert doctor._check_key_files() == []


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "foo", "http://["])
def test_the_doctor_misses_an_adspower_that_does_not_answer(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(doctor.ADSPOWER, url)
    (finding,) = doctor._check_adspower()
    assert (finding.name, finding.ok) == ("adspower", False)


def _find_segment(files: ArchiveFiles) -> str:
    return next(name for name in files.names() if name.endswith(".sealed"))


def _lose_a_segment(files: ArchiveFiles, _: StateDir, lose: Lose) -> None:
    lose(files, _find_segment(files))


def _damage_a_segment(files: ArchiveFiles, _: StateDir, __: Lose) -> None:
    name = _find_segment(files)
    files.write(name, files.read(name)[:-1] + b"?")


def _lose_the_manifest(files: ArchiveFiles, _: StateDir, lose: Lose) -> None:
    lose(files, "manifest.json")


def _lose_the_key(_: ArchiveFiles, state: StateDir, __: Lose) -> None:
    state.archive_key_file.unlink()


@pytest.mark.parametrize("archive_named", ["folder", "bucket"], indirect=True)
@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (_lose_a_segment, "sealed is lost: put back a copy of it"),
        (_damage_a_segment, "sealed is not what was written"),
        (_lose_the_manifest, "manifest.json is lost"),
        (_lose_the_key, "archive.key cannot be read (No such file or directory): put back your copy of it"),
    ],
)
def test_the_doctor_tells_which_file_of_the_archive_is_damaged_or_lost(
    harm: Callable[[ArchiveFiles, StateDir, Lose], None],
    said: str,
    archive_named: str,
    lose_file: Lose,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(tmp_path))
    assert doctor._check_archive() == []
    state, files = StateDir(tmp_path), find_files(archive_named)
    if archive_named.startswith("s3://"):
        monkeypatch.setenv("GHOSTHANDS_ARCHIVE", archive_named)  # its key is where that of a folder is
    state.archive_key_file.write_text(ArchiveKey.generate().text())
    archive = Archive(files, ArchiveKey.load(state.archive_key_file))
    archive.enlist(archive.store([Stored("gh.evt.job.a.executor.JobClaimed", 1, {}, b"{}")], 1, 1))
    (finding,) = doctor._check_archive()
    assert (finding.ok, finding.detail) == (True, f"whole, in {archive_named}")
    harm(files, state, lose_file)
    (finding,) = doctor._check_archive()
    assert not finding.ok
    assert said in finding.mend


async def test_what_is_wrong_with_the_archive_is_told_of_a_stack_that_runs(
    printed: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def connected(_: object) -> AsyncIterator[SimpleNamespace]:
        yield SimpleNamespace(bus=None)

    async def refuse(_: object) -> None:
        raise error

    monkeypatch.setattr(up, "connect", connected)
    monkeypatch.setattr(whole, "check_archive", refuse)
    error: GhostHandsError = ArchiveUnreadable("a segment is lost")
    await up._tell_archive(cast("Supervisor", Started(StackConfig())))
    assert "archive: a segment is lost" in printed()
    error = StreamUnavailable("away")
    await up._tell_archive(cast("Supervisor", Started(StackConfig())))
    assert "away" not in printed()
    error = Permanent("a message cannot be read")
    await up._tell_archive(cast("Supervisor", Started(StackConfig())))
    assert "archive: it could not be looked at: a message cannot be read" in printed()


@pytest.mark.parametrize(
    ("variable", "wrong", "right", "said"),
    [
        (
            "GHOSTHANDS_KEEP_REQUESTS_DAYS",
            "soon",
            "30",
            "GHOSTHANDS_KEEP_REQUESTS_DAYS: should be a whole number of days",
        ),
        (
            "GHOSTHANDS_ARCHIVE",
            "https://kept",
            "s3://kept",
            "GHOSTHANDS_ARCHIVE: should be a folder, or s3://BUCKET/PREFIX",
        ),
        ("AWS_ENDPOINT_URL", "minio:9000", "http://minio:9000", "AWS_ENDPOINT_URL should be http://HOST:PORT"),
    ],
)
async def test_a_setting_that_a_service_would_refuse_is_refused_before_anything_is_started(
    variable: str, wrong: str, right: str, said: str, monkeypatch: pytest.MonkeyPatch, screen: Screen
) -> None:
    started: list[object] = []

    async def start(*given: object, on_begin: Callable[[], None], on_late: object) -> None:
        on_begin()
        started.append(given)

    async def body(_: object) -> None:
        pass

    monkeypatch.setattr(own_stack.foreground, "run", start)
    monkeypatch.setenv("GHOSTHANDS_ARCHIVE", "s3://kept/log")
    monkeypatch.setenv(variable, wrong)
    with pytest.raises(SettingRefused) as refused:
        await own_stack.run(StackConfig(), body)
    assert screen() == "starting NATS, PostgreSQL and seven services …"
    assert said in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert started == []
    monkeypatch.setenv(variable, right)
    await own_stack.run(StackConfig(), body)
    assert len(started) == 1


@pytest.mark.parametrize(
    ("servers", "told"),
    [
        ({"nats_url": "nats://a"}, "starting PostgreSQL and seven services …"),
        ({"nats_url": "nats://a", "database_url": "postgresql://a"}, "starting seven services …"),
    ],
)
def test_only_what_runs_here_is_told_to_be_started(servers: dict[str, str], told: str) -> None:
    assert own_stack._word_start(StackConfig(**servers)) == told  # type: ignore[arg-type]


async def test_what_takes_long_to_be_ready_is_told_once(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    class Slow:
        """A stack that waits for its NATS, and then for a service."""

        def __init__(self, _: StackConfig) -> None:
            self.enough = asyncio.Event()

        async def start(self, on_begin: Callable[[], None]) -> None:
            on_begin()
            await self.enough.wait()

        async def stop(self, grace_seconds: float | None = None) -> None:
            pass

        def list_late(self, _: float) -> list[str]:
            looks.append(1)
            if len(looks) > 5:
                self.enough.set()
            return ["NATS"] if len(looks) < 3 else ["NATS", "planner"]

    async def body(_: object) -> None:
        pass

    monkeypatch.setattr(own_stack.foreground, "Supervisor", Slow)
    monkeypatch.setattr(own_stack.foreground, "LOOK_AGAIN", 0)
    await own_stack.run(StackConfig(), body, starting="starting it")
    assert screen() == "starting it still starting: NATS … still starting: planner … stopping the stack …"


def test_the_doctor_tells_what_is_no_chromium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_CHROMIUM", "/bin/true")
    (finding,) = doctor._check_chromium()
    assert (finding.ok, finding.detail) == (False, "none that can be used")
    assert "GHOSTHANDS_CHROMIUM is /bin/true, which is no Chromium" in finding.mend


def test_checks_run_at_once_and_are_told_as_they_come_and_returned_in_order() -> None:
    gone = threading.Event()

    def slow() -> list[doctor.Finding]:
        return [doctor.Finding("slow", gone.wait(30), "after the quick one")]

    def quick() -> list[doctor.Finding]:
        gone.set()
        return [doctor.Finding("quick", True, "")]

    told: list[str] = []
    found = doctor._run_checks((slow, quick), lambda some: told.extend(one.name for one in some))
    assert [(one.name, one.ok) for one in found] == [("slow", True), ("quick", True)]
    assert set(told) == {"slow", "quick"}


def test_a_check_that_does_not_end_is_told_and_keeps_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    never = threading.Event()

    def _check_for_ever() -> list[doctor.Finding]:
        never.wait(60)
        return []

    monkeypatch.setattr(doctor, "PATIENCE", 0.05)
    (found,) = doctor._run_checks((_check_for_ever,), lambda _: None)
    never.set()
    assert (found.name, found.ok, found.detail) == ("for ever", False, "not known after 0.05 s")


@pytest.mark.parametrize(
    ("refusal", "times"), [(StackTaken("another one was quicker"), 0), (StackError("no Chromium"), 1), (None, 1)]
)
async def test_a_mistyped_variable_is_told_once_and_not_while_another_command_has_the_stack(
    refusal: StackError | None, times: int, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(_: object, __: object, *, on_begin: Callable[[], None], on_late: object) -> None:
        if refusal is not None:
            raise refusal
        on_begin()

    async def body(_: object) -> None:
        pass

    monkeypatch.setenv("GHOSTHANDS_HTTP_PROT", "8080")
    monkeypatch.setattr(own_stack.foreground, "run", start)
    with suppress(StackError):
        await own_stack.run(StackConfig(), body)
    assert screen().count("GHOSTHANDS_HTTP_PROT is read by nobody") == times
