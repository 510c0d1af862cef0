"""`ghosthands apply`, its stack in memory: what is left when it ends, and with which code."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ghosthands import stack
from ghosthands.chromium import tigervnc
from ghosthands.cli import questions
from ghosthands.cli.commands import apply
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.watching import JobWatch
from ghosthands.domain import ids, job
from ghosthands.domain.applicant import ApplicationReserved
from ghosthands.domain.human import AskKind
from ghosthands.domain.message import Event
from ghosthands.domain.plan import PlanProposed, Unanswered
from ghosthands.domain.session import SessionClosed
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History
from ghosthands.platforms.posting_ids import posting_id
from ghosthands.stack import StateDir
from ghosthands.testkit.story import NOON, Story, requested

Screen = Callable[[], str]

EARLIER = ids.derived("an earlier job")

CANCELLED = (job.JobCancelRequested(at=NOON), job.JobCancelled(at=NOON))


class Stage:
    """Plays the stack: whatever is published as `subject` is answered with these events."""

    def __init__(self, house: Any) -> None:
        self.house = house
        self.answers: dict[str, tuple[Event, ...]] = {}
        self.interrupt_on: str | None = None
        #: what an earlier stack left
        self.left: list[JobWatch] = []
        #: what stories tell was before
        self.started = NOON + timedelta(hours=1)
        self._work: asyncio.Task[None] | None = None

    async def publish(self, subject: str, body: Mapping[str, Any]) -> None:
        if subject == "job.requested":
            self.house.job_id = ids.job_id(body["tenant"], body["idempotency_key"])
        self.house.published.append((subject, body))
        await self.house.tell(*self.answers.get(subject, ()))
        if subject == self.interrupt_on and self._work is not None:
            self._work.cancel()

    async def foreground(self, _config: object, body: Callable[[object], Awaitable[None]], *, starting: str) -> None:
        """As own_stack.run: a signal ends the work, and nobody hears of it."""
        self._work = asyncio.ensure_future(body(object()))  # type: ignore[arg-type]
        if self.interrupt_on == "start":
            self._work.cancel()
        with suppress(asyncio.CancelledError):
            await self._work

    @asynccontextmanager
    async def connected(self, _to: object) -> AsyncIterator[Any]:
        yield self.house

    async def unfinished(self, _client: object) -> list[JobWatch]:
        return self.left

    def published(self) -> list[str]:
        return [subject for subject, _ in self.house.published]


@pytest.fixture
def stage(house: Any, monkeypatch: pytest.MonkeyPatch) -> Stage:
    async def nowhere() -> None:
        return None

    made = Stage(house)
    monkeypatch.setattr(house, "publish", made.publish)
    monkeypatch.setattr(apply, "connect", made.connected)
    monkeypatch.setattr(apply, "utc_now", lambda: made.started)
    monkeypatch.setattr(apply.turns, "find_running", nowhere)
    monkeypatch.setattr(apply, "list_unfinished", made.unfinished)
    monkeypatch.setattr(apply.own_stack, "run", made.foreground)
    monkeypatch.setattr(questions, "LOOKS", 1)
    monkeypatch.setattr(questions, "PAUSE", 0)
    return made


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}))
    return path


async def applied(profile: Path, *, as_json: bool = False, **options: bool) -> None:
    async with asyncio.timeout(10):
        await apply.run("https://jobs.example.com/1", profile, resume=None, options=options, as_json=as_json)


async def stopped(profile: Path, **options: bool) -> Stop:
    with pytest.raises(Stop) as caught:
        await applied(profile, **options)
    return caught.value


def asking() -> job.HumanRequested:
    fields = (Unanswered("f", "feed"),)
    return job.HumanRequested(
        request_id=ids.derived("r"), kind=AskKind.FIELDS, at=NOON, timeout_seconds=300, fields=fields
    )


async def test_what_went_well_ends_without_a_word_of_stopping(stage: Stage, profile: Path, screen: Screen) -> None:
    story = Story().applied()
    stage.answers["job.requested"] = (*story.log, closed(story))
    await applied(profile)
    assert stage.published() == ["job.requested"]
    assert "completed" in screen()


async def test_a_dry_run_tells_machines_its_rows_too(
    stage: Stage, profile: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    story = Story().applied()
    stage.answers["job.requested"] = (*story.log, closed(story))
    await applied(profile, as_json=True, dry_run=True)
    told = json.loads(capfdbinary.readouterr().out)
    rows = told["would_send"]
    assert rows
    assert told["open_questions"] == 0
    assert all(set(row) == {"label", "key", "source", "value", "verified", "not_tried"} for row in rows)


async def test_a_dry_run_names_what_nobody_knows_in_the_words_of_the_form(
    stage: Stage, profile: Path, screen: Screen
) -> None:
    unknown = PlanProposed(cause="c", model_ref="m", unanswered=(Unanswered("f", "feed"),))
    stage.answers["job.requested"] = (
        requested(dry_run=True),
        unknown,
        job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN),
    )
    asked = {"field_id": "f", "question_key": "feed", "label": "Favourite parrot?", "kind": "text", "options": []}
    stage.house.said = [{"status": "running"}, {"status": "completed", "questions": [asked]}]
    await applied(profile, dry_run=True)
    assert "? Favourite parrot? answers.feed required, and nobody knows it" in screen()


@pytest.mark.parametrize(
    ("keys", "last"),
    [
        (["feed"], "1 required question is open; apply would ask you this one"),
        (["feed", "cage"], "2 required questions are open; apply would ask you these"),
    ],
)
async def test_a_dry_run_ends_with_the_number_of_required_questions_that_are_open(
    stage: Stage, profile: Path, screen: Screen, keys: list[str], last: str
) -> None:
    unknown = PlanProposed(cause="c", model_ref="m", unanswered=tuple(Unanswered(key, key) for key in keys))
    ended = job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN)
    stage.answers["job.requested"] = (requested(dry_run=True), unknown, ended)
    await applied(profile, dry_run=True)
    assert screen().rstrip().endswith(last)


async def test_a_dry_run_tells_machines_how_many_required_questions_are_open(
    stage: Stage, profile: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    unknown = PlanProposed(cause="c", model_ref="m", unanswered=(Unanswered("f", "feed"), Unanswered("g", "cage")))
    ended = job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN)
    stage.answers["job.requested"] = (requested(dry_run=True), unknown, ended)
    await applied(profile, as_json=True, dry_run=True)
    assert json.loads(capfdbinary.readouterr().out)["open_questions"] == 2


def closed(story: Story) -> Event:
    assert story.job.browser.session is not None
    return SessionClosed(session_id=story.job.browser.session.id, reason="completed")


async def test_on_a_stack_of_its_own_a_job_nobody_answers_is_cancelled(
    stage: Stage, profile: Path, screen: Screen
) -> None:
    stage.answers = {"job.requested": (requested(), asking()), "job.cancel": CANCELLED}
    stop = await stopped(profile)
    assert stop.code is Exit.NO  # it was stopped, and waits no more
    assert str(stop).endswith("on a stack that stays (ghosthands up) it waits 300 s")
    assert stage.published() == ["job.requested", "job.cancel"]
    assert "it asked for a human" in screen()


async def test_a_machine_is_told_that_a_job_nobody_answered_was_stopped_and_waits_for_nobody(
    stage: Stage, profile: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    stage.answers = {"job.requested": (requested(), asking()), "job.cancel": CANCELLED}
    with pytest.raises(Stop) as caught:
        await applied(profile, as_json=True)
    told = json.loads(capfdbinary.readouterr().out)
    assert (caught.value.code, told["summary"]["phase"], told["waits_for"]) == (Exit.NO, "cancelled", None)
    assert [field["question_key"] for field in told["asked"]["fields"]] == ["feed"]


async def test_interrupted_on_a_stack_of_its_own_it_is_cancelled(stage: Stage, profile: Path, screen: Screen) -> None:
    stage.answers = {"job.requested": (requested(),), "job.cancel": CANCELLED}
    stage.interrupt_on = "job.requested"
    stop = await stopped(profile)
    assert (stop.code, str(stop)) == (
        Exit.INTERRUPTED,
        "interrupted: the application was cancelled, nothing was sent",
    )


async def test_while_another_command_has_a_stack_of_its_own_an_application_waits_and_then_goes_on(
    stage: Stage, profile: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = object.__new__(stack.RunningStack)
    other.stays = False
    here = iter([other, None, None])

    async def look() -> object:
        return next(here)

    foreground, starts = stage.foreground, []

    async def begun(*of: Any, **told: Any) -> None:
        starts.append(of)
        if len(starts) == 1:
            raise stack.StackTaken("another one was quicker")
        await foreground(*of, **told)

    monkeypatch.setattr(apply.turns, "find_running", look)
    monkeypatch.setattr(apply.turns, "LOOK_AGAIN", 0)
    monkeypatch.setattr(apply.own_stack, "run", begun)
    story = Story().applied()
    stage.answers["job.requested"] = (*story.log, closed(story))
    await applied(profile)
    assert (len(starts), stage.published()) == (2, ["job.requested"])
    assert screen().count("another command has the stack here") == 1


async def test_no_stack_is_started_for_an_address_that_it_would_refuse(
    stage: Stage, profile: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply.own_stack, "run", lambda *_, **__: pytest.fail("it was started"))
    with pytest.raises(Stop, match="lies in a private network") as caught:
        await apply.run("http://192.168.1.7/jobs/1", profile, resume=None, options={}, as_json=False)
    assert caught.value.code is Exit.NO
    assert stage.published() == []


async def test_interrupted_before_it_began_nothing_was_done(stage: Stage, profile: Path, screen: Screen) -> None:
    stage.interrupt_on = "start"
    stop = await stopped(profile)
    assert (stop.code, str(stop)) == (Exit.INTERRUPTED, "interrupted before the application was begun")
    assert stage.published() == []


async def test_interrupted_after_its_submission_began_it_is_seen_through(
    stage: Stage, profile: Path, screen: Screen
) -> None:
    story = Story().intended()
    begun = len(story.log)
    story.pressed()
    finished = Story().applied()
    stage.answers = {
        "job.requested": tuple(story.log[:begun]),
        "job.cancel": (*finished.log[begun:], closed(finished)),
    }
    stage.interrupt_on = "job.requested"
    await applied(profile)
    assert "✔ job" in screen()
    assert "too late to stop: its submission has begun" in screen()
    assert "stopping the application" not in screen()


async def test_a_submission_that_begins_while_the_application_is_being_stopped_is_said_to_be_too_late_to_stop(
    stage: Stage, profile: Path, screen: Screen
) -> None:
    story = Story().intended()
    finished = Story().applied()
    stage.answers = {
        "job.requested": tuple(story.log[:-1]),
        "job.cancel": (*finished.log[len(story.log) - 1 :], closed(finished)),
    }
    stage.interrupt_on = "job.requested"
    await applied(profile)
    assert "stopping the application …" in screen()
    assert "too late to stop: its submission has begun" in screen()


async def test_on_a_stack_of_its_own_a_job_that_asks_whether_it_was_sent_is_not_said_to_be_stopped(
    stage: Stage, profile: Path, screen: Screen
) -> None:
    doubt = job.HumanRequested(request_id=ids.derived("r"), kind=AskKind.SUBMIT_UNCLEAR, at=NOON, timeout_seconds=300)
    story = Story().intended()
    stage.answers = {"job.requested": (*story.log, job.SubmitUnclear(intent_id="i", at=NOON), doubt)}
    stop = await stopped(profile)
    assert stop.code is Exit.NEEDS_HUMAN
    assert str(stop).startswith("it waits for a human until")
    assert "stopping the application" not in screen()


async def test_a_stack_that_does_not_stop_the_job_is_not_waited_for_long(
    stage: Stage, profile: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply, "STOPPING", 0.1)
    stage.answers = {"job.requested": (requested(),)}
    stage.interrupt_on = "job.requested"
    stop = await stopped(profile)
    assert stop.code is Exit.INTERRUPTED
    assert "would go on when a stack runs here again" in str(stop)


async def test_without_a_display_a_visible_browser_is_refused_at_once(
    stage: Stage, profile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tigervnc, "missing", lambda: "not available")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    stop = await stopped(profile, headed=True)
    assert stop.code is Exit.USAGE
    assert "xvfb-run" in str(stop)
    assert stage.published() == []


async def test_where_desktops_are_to_be_had_a_visible_browser_needs_no_display(
    stage: Stage, profile: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tigervnc, "missing", lambda: None)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    story = Story().applied()
    stage.answers["job.requested"] = (*story.log, closed(story))
    await applied(profile, headed=True)
    assert stage.published() == ["job.requested"]


async def test_on_a_stack_that_runs_its_display_counts(
    stage: Stage, profile: Path, paper_stack: Callable[..., StateDir], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tigervnc, "missing", lambda: "not available")
    paper_stack()  # supervised by this process, which was started without one
    here = stack.find_running()
    monkeypatch.setenv("DISPLAY", ":99")

    async def found() -> object:
        return here

    monkeypatch.setattr(apply.turns, "find_running", found)
    monkeypatch.setattr(apply, "_make_environment", lambda _found: {})
    assert "the stack that runs here has none" in str(await stopped(profile, headed=True))


async def test_on_a_stack_that_runs_an_interrupted_job_goes_on(
    stage: Stage, profile: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def here() -> object:
        return object()

    monkeypatch.setattr(apply.turns, "find_running", here)
    stage.answers["job.requested"] = (requested(),)
    applying = asyncio.create_task(applied(profile))
    async with asyncio.timeout(10):
        while not stage.published():  # noqa: ASYNC110 - the stage tells nobody
            await asyncio.sleep(0.005)
    applying.cancel()
    await asyncio.wait({applying})
    assert applying.cancelled()
    assert stage.published() == ["job.requested"]
    assert "the job goes on ghosthands show" in screen()


def rejected(code: str) -> job.JobRejected:
    return job.JobRejected(at=NOON, tenant="t", task="t", reasons=(job.Reason("target_url", code, "there is one"),))


async def applied_before(house: Any, *course: Event) -> None:
    """An application of Ada's to the posting of `applied` has taken that course."""
    ada = ids.applicant_id("local", ids.derived("cli", "ada@example.com"))
    reserved = ApplicationReserved(posting=posting_id("https://jobs.example.com/1"), job_id=EARLIER)
    await house.tell(reserved, on=subjects.applicant(ada))
    await house.tell(*course, on=subjects.job(EARLIER))


@pytest.mark.parametrize(
    ("code", "ended"), [("duplicate_application", True), ("duplicate_application", False), ("private_target", True)]
)
async def test_a_rejected_application_is_exit_code_1_with_its_reasons_told_once(
    stage: Stage, profile: Path, screen: Screen, code: str, ended: bool
) -> None:
    story = Story().applied()
    await applied_before(stage.house, *(story.log if ended else story.log[:3]))
    stage.answers["job.requested"] = (rejected(code),)
    assert (await stopped(profile)).code is Exit.NO
    told = screen()
    assert (told.count("there is one"), told.count("--allow-duplicate")) == (1, 0)


@pytest.mark.parametrize("is_seen_going_on", [True, False])
async def test_what_an_earlier_stack_had_begun_stands_for_what_is_refused_as_its_second_once_it_is_sent(
    stage: Stage, profile: Path, screen: Screen, is_seen_going_on: bool
) -> None:
    story = Story().applied()
    await applied_before(stage.house, *story.log, closed(story))
    stage.started, stage.left = NOON, [JobWatch(EARLIER)] if is_seen_going_on else []  # it may end as the stack starts
    stage.answers["job.requested"] = (rejected("duplicate_application"),)
    await applied(profile)
    told = screen()
    assert f"job {EARLIER[:8]} was the application to this posting, and has been sent" in told
    assert told.index("has been sent") < told.index(f"✔ job {EARLIER}: completed")
    assert "✘" not in told.partition("has been sent")[2]
    assert "--allow-duplicate" not in told


async def test_what_was_sent_before_stands_for_nothing(stage: Stage, profile: Path, screen: Screen) -> None:
    story = Story().applied()
    await applied_before(stage.house, *story.log, closed(story))
    stage.answers["job.requested"] = (rejected("duplicate_application"),)
    assert (await stopped(profile)).code is Exit.NO
    assert "has been sent" not in screen()


@pytest.mark.parametrize("again", [False, True])
async def test_what_was_not_sent_stands_for_nothing_and_what_was_for_no_second_that_is_wanted(
    stage: Stage, profile: Path, screen: Screen, again: bool
) -> None:
    story = Story().applied()
    cancelled = (requested(), job.JobCancelRequested(at=NOON), job.JobCancelled(at=NOON))
    await applied_before(stage.house, *((*story.log, closed(story)) if again else cancelled))
    stage.started, stage.left = NOON, [JobWatch(EARLIER)]
    stage.answers["job.requested"] = (rejected("duplicate_application"),)
    assert (await stopped(profile, allow_duplicate=again)).code is Exit.NO
    assert "has been sent" not in screen()


async def test_what_an_earlier_stack_left_waiting_is_told_with_how_long_it_waits(
    stage: Stage, profile: Path, screen: Screen
) -> None:
    await stage.house.tell(requested(), asking(), on=subjects.job(EARLIER))
    stage.left = [JobWatch(EARLIER)]
    story = Story().applied()
    stage.answers["job.requested"] = (*story.log, closed(story))
    await applied(profile)
    due = (NOON + timedelta(seconds=300)).astimezone()
    assert f"job {EARLIER[:8]} waits for a human until {due:%H:%M:%S}, to be answered on a stack that stays" in screen()


async def test_what_an_earlier_stack_had_left_is_told_and_seen_through(
    stage: Stage, profile: Path, screen: Screen, history: Callable[..., History]
) -> None:
    story = Story().applied()
    stage.left = [JobWatch.of(history(*story.log, closed(story)))]
    left = stage.left[0].job.id[:8]
    stage.answers["job.requested"] = (*story.log, closed(story))
    await applied(profile)
    told = screen()
    assert f"job {left} was left unfinished, and goes on" in told
    assert f"job {left} is completed; submission: confirmed" in told


async def test_a_ctrl_c_before_the_stack_is_there_is_told(
    stage: Stage, profile: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cancelled(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(apply.own_stack, "run", cancelled)
    with pytest.raises(asyncio.CancelledError):
        await apply.run("https://jobs.example.com/1", profile, resume=None, options={}, as_json=False)
    assert "interrupted before the application was begun" in screen()


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("http://127.0.0.1:9222", {apply.OPERATOR_PORTS: "9222"}),
        ("http://localhost", {apply.OPERATOR_PORTS: "80"}),
        ("wss://[::1]/devtools/browser/x", {apply.OPERATOR_PORTS: "443"}),
        ("http://localhost:99999", {}),
        ("wss://browsers.example.com/?token=x", {}),
        (None, {}),
    ],
)
def test_a_stack_of_its_own_may_drive_the_browser_that_the_command_names(
    url: str | None, allowed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    application = apply.Application({"cdp_url": url}, JobWatch("job"))
    monkeypatch.delenv(apply.OPERATOR_PORTS, raising=False)
    assert apply._allow_own_browser(application) == allowed
    monkeypatch.setenv(apply.OPERATOR_PORTS, "9333")
    assert apply._allow_own_browser(application) == {}
