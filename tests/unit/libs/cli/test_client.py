"""A client's patience with a stack, and what it finds there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, cast

import msgspec
import pytest

from ghosthands import stack
from ghosthands.cli import client, lookup, questions, watching
from ghosthands.cli.client import Client
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain import ids, job
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.human import AskKind
from ghosthands.domain.message import Event
from ghosthands.domain.plan import Unanswered
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.readmodel.rows import JobRow
from ghosthands.stack import RunningStack, StateDir, record
from ghosthands.testkit.story import NOON, requested

PaperStack = Callable[..., StateDir]


class Bus:
    """A connection that is away for so many looks; `said` is what VALET was told."""

    service = "cli"

    def __init__(self, away: int = 0, said: list[dict[str, Any]] | None = None) -> None:
        self.away = away
        self.said = said or []

    async def wait_connected(self, _timeout: float) -> None:
        if self.away:
            self.away -= 1
            raise StreamUnavailable("NATS does not answer")

    async def read_back(self, _stream: str, subject: str, *, after: int) -> list[Stored]:
        return [Stored(subject, number, {}, msgspec.json.encode(body)) for number, body in enumerate(self.said, 1)]


class Silence:
    """A feed on which nothing comes."""

    async def next(self, _timeout: float) -> list[Recorded[Event]]:
        return []


def of(bus: Bus, to: Any = None) -> Client:
    return Client(to or cast("stack.Supervisor", object()), cast("Any", bus), cast("Any", bus), AsyncExitStack())


async def test_silence_on_a_stack_that_lives_is_just_silence() -> None:
    assert await of(Bus()).next(Silence()) == []


async def test_a_server_that_is_restarted_is_waited_for() -> None:
    assert await of(Bus(away=3)).next(Silence()) == []


async def test_a_server_that_stays_away_is_not_waited_for_for_ever() -> None:
    with pytest.raises(Stop, match="does not answer any more") as gone:
        await of(Bus(away=99)).next(Silence())
    assert gone.value.code is Exit.UNAVAILABLE


async def test_a_stack_whose_supervisor_is_gone_is_not_waited_for(paper_stack: PaperStack) -> None:
    folder = paper_stack()
    written = record.read(folder)
    assert written is not None
    supervisor = msgspec.structs.replace(written.supervisor, start_time=1)  # the pid has found another owner
    here = stack.find_running()
    assert here is not None
    gone = RunningStack(msgspec.structs.replace(written, supervisor=supervisor), here._secrets)
    bus = Bus(away=99)
    with pytest.raises(Stop, match="does not answer any more"):
        await of(bus, gone).next(Silence())
    assert bus.away == 99


async def test_a_stack_that_is_starting_is_waited_for(
    paper_stack: PaperStack, screen: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "LOOK_AGAIN", 0)
    paper_stack(ready=False)
    looking = asyncio.create_task(client.find_running())
    while "starting here" not in screen():  # noqa: ASYNC110 - what is printed tells nobody
        await asyncio.sleep(0)
    paper_stack(ready=True)
    found = await looking
    assert found is not None
    assert found.ready


# The words of a question

ASK = job.HumanRequested(
    request_id="r2", kind=AskKind.FIELDS, at=NOON, timeout_seconds=300, fields=(Unanswered("f", "k"),)
)


def status(request_id: str, label: str) -> dict[str, Any]:
    """As hitl-gateway tells it."""
    field = {"field_id": "f", "question_key": "k", "label": label, "kind": "select", "options": ["Yes", "No"]}
    interaction = {"type": "fields", "request_id": request_id, "page_url": "https://x.example", "fields": [field]}
    return {"job_id": "j", "status": "needs_human", "interaction": interaction}


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "LOOKS", 2)
    monkeypatch.setattr(questions, "PAUSE", 0)


@pytest.mark.usefixtures("_impatient")
async def test_a_question_has_the_words_of_its_page() -> None:
    said = [status("r1", "An earlier one?"), {"status": "running"}, status("r2", "May you work here?")]
    asked = await questions.read_question(of(Bus(said=said)), requested(), "j", ASK)
    assert [(field.text, field.options) for field in asked.fields] == [("May you work here?", ["Yes", "No"])]
    assert (asked.page_url, (asked.due - NOON).total_seconds()) == ("https://x.example", 300)


@pytest.mark.usefixtures("_impatient")
async def test_a_question_says_why_it_is_asked_where_its_answer_is_known() -> None:
    failed = job.NotEntered(question_key="k", key="answers.k", code="no_such_option")
    ask = msgspec.structs.replace(ASK, not_entered=(failed,))
    asked = await questions.read_question(of(Bus(said=[status("r2", "Visa?")])), requested(), "j", ask)
    words = "the answer could not be entered (none of the field's options matches the answer)"
    assert [field.why for field in asked.fields] == [words]


@pytest.mark.usefixtures("_impatient")
async def test_a_question_whose_words_do_not_come_is_told_by_its_key() -> None:
    asked = await questions.read_question(of(Bus(said=[status("r1", "An earlier one?")])), requested(), "j", ASK)
    assert [(field.text, field.options) for field in asked.fields] == [("question k", [])]


# The job somebody names


class Found:
    """A client whose tables know these jobs, and whose log tells of every job the same."""

    def __init__(self, history: History, *known: str) -> None:
        self.events = self
        self._history = history
        self._known = known

    async def tables(self) -> Found:
        return self

    async def jobs_like(self, beginning: str, limit: int) -> list[JobRow]:
        columns = dict.fromkeys(JobRow.__struct_fields__)
        return [JobRow(**{**columns, "job_id": one}) for one in self._known if one.startswith(beginning)][:limit]  # type: ignore[arg-type]

    async def load(self, _aggregate: object) -> History:
        return self._history


ONE = ids.derived("one")


class FullDisk(Bus):
    """A connection whose server has no room."""

    async def publish(self, _message: object, *, budget: float) -> None:
        assert budget <= 10
        raise StreamUnavailable("NATS has no room for more now: free space on its disk")


FULL = "only 0 MB are free on the disk: free 200 MB"


@pytest.mark.parametrize(("trouble", "told"), [("", "NATS has no room for more now"), (FULL, f"nats: {FULL}")])
async def test_a_full_disk_is_told_within_seconds_with_what_the_supervisor_says_of_it(
    paper_stack: PaperStack, screen: Callable[[], str], trouble: str, told: str
) -> None:
    folder = paper_stack()
    written = record.read(folder)
    assert written is not None
    nats = msgspec.structs.replace(written.supervisor, trouble=trouble)
    record.write(folder, msgspec.structs.replace(written, processes={"nats": nats}))
    found = stack.find_running()
    assert found is not None
    client = of(FullDisk(), found)
    with pytest.raises(Stop, match=f"the stack did not take it: {told}") as refused:
        await client.publish("job.requested", {})
    assert refused.value.code is Exit.UNAVAILABLE
    if_troubled = watching.tell_troubles(client)
    if_troubled()
    if_troubled()
    assert screen().count(FULL) == bool(trouble)


@pytest.mark.parametrize("given", [ONE, ONE[:8], ONE[:4].upper()])
async def test_a_job_is_found_by_its_id_or_the_beginning_of_it(history: Callable[..., History], given: str) -> None:
    assert (await lookup.find_history(cast("Client", Found(history(requested()), ONE)), given)).recorded


TWIN = ONE[:-4] + "0000"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "no job is named"),
        (" ", "no job is named"),
        (ONE[:8], f"several jobs begin with .*: {ONE}, {TWIN}"),
        ("zz", "there is no job 'zz'"),
        ("\udcff\udcfe", "there is no job "),
    ],
)
async def test_a_beginning_of_several_jobs_or_of_none_is_refused(
    history: Callable[..., History], given: str, why: str
) -> None:
    with pytest.raises(Stop, match=why) as refusal:
        await lookup.find_history(cast("Client", Found(history(requested()), ONE, TWIN)), given)
    assert refusal.value.code is Exit.USAGE


async def test_an_id_that_the_log_does_not_know_is_no_job(history: Callable[..., History]) -> None:
    with pytest.raises(Stop, match="there is no job"):
        await lookup.find_history(cast("Client", Found(history())), ONE)


@pytest.mark.parametrize(("given", "whose"), [("valet/ada", "valet/ada"), (ONE[:8], ONE), (ONE, ONE)])
async def test_an_applicant_is_named_by_tenant_and_user_an_id_or_the_beginning_of_a_jobs(
    given: str, whose: str, history: Callable[..., History]
) -> None:
    assert await lookup.complete_applicant(cast("Client", Found(history(requested()), ONE)), given) == whose
