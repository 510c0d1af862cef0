"""Jobs that an earlier release stored without their reservation: nobody is applied for twice because of one."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ghosthands.contract.body import Invalid
from ghosthands.contract.request import parse
from ghosthands.domain import services
from ghosthands.domain.applicant import ApplicationReserved
from ghosthands.domain.codes import CancelReason, RequestFault
from ghosthands.domain.job import JobCancelRequested, JobFailed, JobRequested, Phase
from ghosthands.domain.message import Event
from ghosthands.domain.session import HumanSubmitted
from ghosthands.job_intake.intake import Intake
from ghosthands.job_intake.late_reservations import KEY, LateReservations
from ghosthands.job_intake.resume import Fetcher
from ghosthands.messaging.log import states
from ghosthands.messaging.log.event_log import Change
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.platforms.posting_ids import former_posting_ids
from ghosthands.testkit import unreadable
from ghosthands.testkit.story import NOON
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import ABSENT
from ghosthands.vault.vault import Vault

from .conftest import TENANT, job_of, request
from .house import ADA, EXECUTOR, House, person_of

pytestmark = pytest.mark.integration

POSTING = "http://127.0.0.1:9/jobs/1001"
PRIVATE = frozenset({"127.0.0.1"})


class CutIntake(Intake):
    """Stores the request alone, as if somebody had committed the first half of the batch."""

    async def _reserve_first(self, *_asked: Any) -> list[Change]:
        return []


@dataclass
class Desk:
    """Job-intake's parts in this process, over a real NATS with the real permissions."""

    house: House
    bus: Bus
    vault: Vault

    def intake(self, kind: type[Intake] = Intake) -> Intake:
        fetcher = Fetcher(None, PRIVATE)
        events = JetStreamEventLog(self.bus)
        parts = (events, Commands(self.bus), Outbox(self.bus), self.bus, self.vault, fetcher)
        return kind(*parts, allowed_hosts=PRIVATE, engine_version=2)

    async def accept(self, body: Mapping[str, Any], *, is_cut: bool = False) -> str:
        """Have the request accepted; return the job's id. Raises Invalid."""
        await self.intake(CutIntake if is_cut else Intake).accept(parse(dict(body), size=100), job_of(body))
        return job_of(body)

    async def start_again(self) -> int:
        """Settle what is found at a start; return how many jobs."""
        shared = JetStreamStore(self.bus, streams.GATEWAYS)
        return await LateReservations(self.bus, self.intake(), shared).settle_all()

    async def say(self, service: str, job_id: str, event: Event) -> None:
        async with self.house.as_user(service) as bus:
            log = JetStreamEventLog(bus)
            cause = Cause(command_id=str(uuid.uuid4()), tenant=TENANT, correlation=job_id)
            await log.append_facts(await log.load(subjects.job(job_id)), [event], cause=cause)

    async def send(self, job_id: str) -> None:
        """The job's application may have been sent."""
        await self.say(services.BROWSER_HOST, job_id, HumanSubmitted(session_id="s1", viewer_id="v"))

    async def end(self, job_id: str) -> None:
        await self.say(EXECUTOR, job_id, JobFailed(at=NOON, code="hitl_timeout"))

    async def list_reserved(self, body: Mapping[str, Any]) -> list[str]:
        history = await JetStreamEventLog(self.bus).load(subjects.applicant(person_of(dict(body)).id))
        return [one.job_id for one in history.events if isinstance(one, ApplicationReserved)]

    async def list_reasons(self, job_id: str) -> list[str]:
        """Why the job was called off, if it was."""
        history = await JetStreamEventLog(self.bus).load(subjects.job(job_id))
        return [one.reason for one in history.events if isinstance(one, JobCancelRequested)]

    async def is_going_on(self, job_id: str) -> bool:
        state = states.job_of(await JetStreamEventLog(self.bus).load(subjects.job(job_id)))
        return not state.ended and not state.cancel_requested


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    house = House(tmp_path)
    async with house.serve(), house.as_user(services.JOB_INTAKE) as bus:
        yield Desk(house, bus, Vault(JetStreamStore(bus), MasterKeys.generate()))


def ask(**changes: Any) -> dict[str, Any]:
    """A request of hers for the one posting."""
    asked = {"target_url": POSTING, **changes}
    return request(profile=ADA, valet_user_id="9a1e9e0a-0000-4000-8000-00000000ada0", **asked)


async def is_refused(desk: Desk, body: Mapping[str, Any]) -> bool:
    try:
        await desk.accept(body)
    except Invalid as refusal:
        return [one.code for one in refusal.reasons] == [RequestFault.DUPLICATE_APPLICATION]
    return False


async def test_a_job_that_goes_on_is_reserved_and_another_is_refused(desk: Desk) -> None:
    cut = await desk.accept(ask(), is_cut=True)
    assert await desk.list_reserved(ask()) == []
    assert await desk.start_again() == 1
    assert await desk.list_reserved(ask()) == [cut]
    assert await is_refused(desk, ask())
    assert await desk.is_going_on(cut)


async def test_a_job_that_was_sent_is_reserved_and_another_is_refused(desk: Desk) -> None:
    cut = await desk.accept(ask(), is_cut=True)
    await desk.send(cut)
    await desk.end(cut)
    assert await desk.start_again() == 1
    assert await is_refused(desk, ask())
    assert not await is_refused(desk, ask(allow_duplicate=True))


async def test_a_job_beside_which_another_stands_is_called_off(desk: Desk) -> None:
    cut = await desk.accept(ask(), is_cut=True)
    other = await desk.accept(ask())
    assert await desk.start_again() == 1
    assert await desk.list_reasons(cut) == [CancelReason.DUPLICATE_APPLICATION]
    assert await desk.is_going_on(other)
    assert await desk.list_reserved(ask()) == [other]


@pytest.mark.parametrize("has_ended", [True, False])
async def test_where_a_job_was_sent_another_that_goes_on_is_called_off(desk: Desk, has_ended: bool) -> None:
    cut = await desk.accept(ask(), is_cut=True)
    other = await desk.accept(ask(allow_duplicate=not has_ended))
    await desk.send(cut)
    if has_ended:
        await desk.end(cut)
    await desk.start_again()
    assert await desk.list_reasons(other) == [CancelReason.DUPLICATE_APPLICATION]
    assert await desk.list_reasons(cut) == []
    assert await is_refused(desk, ask(allow_duplicate=not has_ended))


@contextmanager
def by_the_former_rule() -> Iterator[None]:
    """In this block postings have the ids that an older release gave them."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("intake", "reserving"):
            patch.setattr(f"ghosthands.job_intake.{module}.posting_id", lambda url: former_posting_ids(url)[-1])
        yield


@pytest.mark.parametrize(("theirs", "is_same"), [("#/job/2", False), ("?utm_source=x#/job/1/apply", True)])
@pytest.mark.parametrize("is_other_former", [True, False])
@pytest.mark.parametrize("is_cut_former", [True, False])
async def test_of_the_jobs_with_a_former_id_only_those_to_the_same_posting_are_called_off(
    desk: Desk, theirs: str, is_same: bool, is_other_former: bool, is_cut_former: bool
) -> None:
    board = "http://127.0.0.1:9/board"
    first, second = ask(target_url=f"{board}#/job/1"), ask(target_url=f"{board}{theirs}")
    with by_the_former_rule() if is_cut_former else nullcontext():
        cut = await desk.accept(first, is_cut=True)
    with by_the_former_rule() if is_other_former else nullcontext():
        other = await desk.accept(second)
    await desk.send(cut)
    assert await desk.start_again() == 1
    assert await desk.list_reasons(other) == ([CancelReason.DUPLICATE_APPLICATION] if is_same else [])
    assert await is_refused(desk, ask(target_url=f"{board}#/job/1"))


async def test_a_job_with_the_same_former_id_whose_address_is_forgotten_is_called_off(desk: Desk) -> None:
    """It may be the same posting; a second application could not be taken back."""
    board = "http://127.0.0.1:9/board"
    with by_the_former_rule():
        cut = await desk.accept(ask(target_url=f"{board}#/job/1"), is_cut=True)
        other = await desk.accept(ask(target_url=f"{board}#/job/2"))
    await desk.send(cut)
    await desk.vault.delete(person_of(ask()), f"jobs/{cut}/request")
    assert await desk.start_again() == 1
    assert await desk.list_reasons(other) == [CancelReason.DUPLICATE_APPLICATION]


async def test_another_application_that_was_allowed_after_the_first_goes_on(desk: Desk) -> None:
    cut = await desk.accept(ask(), is_cut=True)
    await desk.send(cut)
    await desk.end(cut)
    other = await desk.accept(ask(allow_duplicate=True))
    await desk.start_again()
    assert await desk.is_going_on(other)
    assert set(await desk.list_reserved(ask())) == {other, cut}


async def test_a_job_whose_request_is_gone_is_reserved_all_the_same(desk: Desk) -> None:
    body = ask()
    cut = await desk.accept(body, is_cut=True)
    await desk.send(cut)
    await desk.end(cut)
    await desk.vault.erase(person_of(body))
    await desk.start_again()
    assert await desk.list_reserved(body) == [cut]


async def test_what_reserves_nothing_is_left_alone(desk: Desk) -> None:
    """A dry run, a job that ended unsent, and one that has its reservation."""
    dry = await desk.accept(ask(dry_run=True))
    unsent = await desk.accept(ask(), is_cut=True)
    await desk.end(unsent)
    whole = await desk.accept(ask())
    assert await desk.start_again() == 0
    assert await desk.list_reserved(ask()) == [whole]
    assert await desk.is_going_on(dry)


async def test_requests_are_looked_through_once_and_by_several_processes_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ghosthands.job_intake.late_reservations.AT_ONCE", 2)
    cut = [await desk.accept({**ask(), "target_url": f"{POSTING}{number}"}, is_cut=True) for number in range(5)]
    await asyncio.gather(desk.start_again(), desk.start_again())
    reserved = await desk.list_reserved(ask())
    assert sorted(reserved) == sorted(cut)
    assert await desk.start_again() == 0
    later = await desk.accept({**ask(), "target_url": f"{POSTING}99"}, is_cut=True)
    assert await desk.start_again() == 1
    assert await desk.list_reserved(ask()) == [*reserved, later]


@pytest.mark.slow
async def test_job_intake_reserves_them_before_it_takes_requests(tmp_path: Path) -> None:
    house, first, second = House(tmp_path), ask(), ask()
    async with house.open():
        pass  # makes the master key
    async with house.serve(), house.as_user(services.JOB_INTAKE) as bus:
        desk = Desk(house, bus, Vault(JetStreamStore(bus), MasterKeys.load(house.master_key_file)))
        cut = await desk.accept(first, is_cut=True)
        await desk.send(cut)
        await desk.end(cut)
    async with house.open():
        await house.handle(second)
        async with house.as_user(services.JOB_INTAKE) as bus:
            log = JetStreamEventLog(bus)
            history = await log.load(subjects.job(job_of(second)))
            assert states.job_of(history).phase is Phase.REJECTED
            assert not [one for one in history.events if isinstance(one, JobRequested)]


async def test_a_request_of_a_newer_release_keeps_nobody_from_starting_and_is_looked_at_again(desk: Desk) -> None:
    await unreadable.write(desk.bus, str(uuid.uuid4()), tenant=TENANT)
    body = ask()
    await desk.accept(body, is_cut=True)
    assert await desk.start_again() == 1
    assert await desk.list_reserved(body) == [job_of(body)]
    assert await JetStreamStore(desk.bus, streams.GATEWAYS).get(KEY) == ABSENT
    assert await desk.start_again() == 0
