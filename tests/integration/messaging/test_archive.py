"""The log's beginning leaves the server for the archive, and nobody who reads or appends notices."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import Conflict, StreamUnavailable
from ghosthands.domain.job import JobCancelled, JobRequested
from ghosthands.domain.session import SessionLost
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.__main__ import read_days, word_holder
from ghosthands.messaging.archive.archiving import NotArchived
from ghosthands.messaging.archive.key import ArchiveKey, ArchiveUnreadable
from ghosthands.messaging.archive.sealed import MANIFEST, Archive, find_files
from ghosthands.messaging.log import reading
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import beginning, consumers, differences, migrating, permissions, streams, turn
from ghosthands.messaging.server.connection import ROUND_TRIP
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.wire import subjects
from ghosthands.testkit.cluster import SIZE, Cluster

from .archived_log import (
    ENDED,
    EVENTS,
    HEARD,
    JOBS,
    OPEN,
    Lose,
    archived,
    cause,
    change,
    claimed,
    describe,
    fill,
    first_of,
    gone_on,
    hear,
    in_either,
    sealed_in,
    take,
    user,
)
from .conftest import ACK_WAIT, Server
from .test_forged_trails import forge

pytestmark = [pytest.mark.integration, pytest.mark.slow]


async def test_a_log_that_lost_the_place_at_which_the_server_would_begin_is_archived_up_to_the_next(
    own_server: Server, archive: Archive
) -> None:
    async with user(own_server, permissions.MIGRATION) as bus:
        declared = (await bus.api(f"STREAM.INFO.{streams.EVENTS}"))["config"]
        await bus.api(f"STREAM.DELETE.{streams.EVENTS}")
        await bus.api(f"STREAM.CREATE.{streams.EVENTS}", {**declared, "deny_delete": False})
        await fill(own_server)
        await bus.api(f"STREAM.MSG.DELETE.{streams.EVENTS}", {"seq": HEARD + 1})
        await migrating.migrate(bus, ack_wait=ACK_WAIT)
    before = await describe(own_server)
    await hear(own_server, HEARD)
    done = await archived(own_server, archive)
    assert await describe(own_server, archive) == before
    assert done.end == HEARD + 1


@in_either
async def test_what_everybody_has_heard_leaves_the_server_and_is_read_as_before(
    own_server: Server, archive: Archive
) -> None:
    await fill(own_server)
    before = await describe(own_server)
    await hear(own_server, HEARD)
    done = await archived(own_server, archive)
    assert (done.end, done.left, done.stayed) == (HEARD, HEARD, EVENTS - HEARD)
    async with user(own_server, permissions.MIGRATION) as bus:
        assert await first_of(bus) == HEARD + 1
        assert await differences.find(bus, ack_wait=ACK_WAIT) == []
        assert (await bus.api("STREAM.NAMES"))["streams"].count(turn.COPY) == 0
        with pytest.raises(StreamUnavailable, match="GHOSTHANDS_ARCHIVE and"):
            await JetStreamEventLog(bus).load(ENDED[0])
    assert await describe(own_server, archive) == before
    own_server.restart()
    assert await describe(own_server, archive) == before


@pytest.mark.faults
async def test_a_log_that_three_servers_hold_is_archived_and_held_by_three_again(
    tmp_path: Path, archive: Archive
) -> None:
    folder = tmp_path / "cluster"
    folder.mkdir()
    async with Cluster(folder).running() as cluster:
        await fill(cluster)
        before = await describe(cluster)
        await hear(cluster, HEARD)
        done = await archived(cluster, archive)
        assert (done.end, done.left, done.stayed) == (HEARD, HEARD, EVENTS - HEARD)
        async with user(cluster, permissions.MIGRATION) as bus:
            told = await cluster.look(streams.EVENTS, bus)
            assert (told["config"]["num_replicas"], told["state"]["first_seq"]) == (SIZE, HEARD + 1)
            assert turn.COPY not in (await bus.api("STREAM.NAMES"))["streams"]
            leader = await cluster.find_leader(streams.EVENTS, bus)
        assert await describe(cluster, archive) == before
        leader.kill()
        assert await describe(cluster, archive) == before


@in_either
async def test_a_job_that_ended_is_gone_on_with_and_one_that_is_open_too(own_server: Server, archive: Archive) -> None:
    async with gone_on(own_server, archive) as (bus, log, hosts):
        for number, job in enumerate((ENDED[0], OPEN[0])):
            before = await log.load(job)
            cold = await hosts.load(job)
            [decided] = await log.append_decision(before, [claimed()], cause=cause())
            assert decided.sequence == EVENTS + 1 + 2 * number
            with pytest.raises(Conflict):
                await log.append_decision(before, [claimed("another")], cause=cause())
            [seen] = await hosts.append_facts(cold, [SessionLost(session_id="s", reason="crashed")], cause=cause())
            after = await JetStreamEventLog(bus).load(job)
            assert after.recorded == (*before.recorded, decided, seen)
            assert await log.refresh(before) == after
            async with log.follow(job) as feed:
                assert tuple(await feed.next(5)) == after.recorded
        new = subjects.job("new")
        assert (await log.load(new)).recorded == ()
        await log.append_decision(await log.load(new), [claimed()], cause=cause())


async def test_what_one_service_says_of_where_a_job_begins_hides_nothing_that_left_the_server(
    own_server: Server, archive: Archive
) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    await archived(own_server, archive)
    async with user(own_server, services.EXECUTOR, archive) as bus, user(own_server, services.COOKBOOK) as liar:
        log = JetStreamEventLog(bus)
        before = [await log.load(job) for job in JOBS]
        for job in JOBS:
            await forge(liar, job, "0,0")
        after = [await log.load(job) for job in JOBS]
        assert [history.recorded[:-1] for history in after] == [history.recorded for history in before]
        [decided] = await log.append_decision(after[0], [claimed()], cause=cause())
        bus.archive = None
        with pytest.raises(ArchiveUnreadable):
            await log.load(ENDED[0])
        async with user(own_server, services.JOB_INTAKE, archive) as intake, user(own_server, services.EXECUTOR) as one:
            new = subjects.job("new")
            requested = JobRequested(at=decided.at, tenant="acme", applicant="a", task="t", site="s", posting="p")
            intakes, without = JetStreamEventLog(intake), JetStreamEventLog(one)
            await intakes.append_decision(await intakes.load(new), [requested], cause=cause())
            with pytest.raises(ArchiveUnreadable):
                await without.load(new)
            bus.archive = archive
            await log.append_decision(await log.load(new), [claimed()], cause=cause())
            assert len((await without.load(new)).recorded) == 2, "what two services say needs no look into the archive"


async def test_what_lies_on_both_sides_of_the_archives_end_is_found_without_a_search(
    own_server: Server, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with gone_on(own_server, archive) as (bus, log, hosts):
        for number in range(3):
            await log.append_decision(await log.load(ENDED[0]), [claimed(str(number))], cause=cause())
            lost = SessionLost(session_id=f"again {number}", reason="crashed")
            await hosts.append_facts(await hosts.load(ENDED[0]), [lost], cause=cause())
        before = await log.load(ENDED[0])
        monkeypatch.setattr(reading, "NEAR", 0)
        monkeypatch.setattr(reading, "CLOSE", 0)
        monkeypatch.setattr(reading, "_look_through", None)
        assert await JetStreamEventLog(bus).load(ENDED[0]) == before


@in_either
async def test_the_log_is_archived_again_and_again(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    before = await describe(own_server)
    for heard in (20, 20, 57, EVENTS):
        await hear(own_server, heard)
        done = await archived(own_server, archive)
        assert done.end == min(heard, EVENTS - 1)
        assert await describe(own_server, archive) == before


async def test_traces_that_nobody_wants_keep_nothing_from_leaving_again(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    async with user(own_server, services.EXECUTOR) as bus:
        log = JetStreamEventLog(bus)
        ended = JobCancelled(at=datetime.now(UTC))
        await log.append_facts(await log.load(OPEN[0]), [ended], cause=cause())
    for heard in (20, EVENTS):
        await hear(own_server, heard, but=f"{services.PROJECTOR}-{consumers.TRACES}")
        assert (await archived(own_server, archive)).end == heard


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "1e12", "abc"])
def test_what_is_no_age_is_refused_in_words(text: str) -> None:
    with pytest.raises(NotArchived, match="a number of days from 0 to"):
        read_days(text)


async def test_a_durable_goes_on_after_what_it_had_heard(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, EVENTS)
    async with user(own_server, permissions.MIGRATION) as bus:
        watch = f"CONSUMER.INFO.{streams.EVENTS}.{services.EXECUTOR}-{consumers.WATCH}"
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{services.EXECUTOR}-{consumers.WATCH}", {"seq": HEARD + 1})
        await take(bus, archive)
        assert await first_of(bus) == HEARD + 1
        assert (await bus.api(watch))["num_pending"] == len(OPEN)
        assert (await bus.api(f"CONSUMER.INFO.{streams.EVENTS}.{services.PROJECTOR}"))["num_pending"] == 0


async def test_what_a_service_has_still_to_hear_stays(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, EVENTS)
    async with user(own_server, permissions.MIGRATION) as bus:
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{services.HITL_GATEWAY}", {"seq": 1})
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{services.PROJECTOR}", {"seq": 31})
        done = await take(bus, archive)
        assert (done.end, done.holders) == (30, (services.PROJECTOR,))
        [told] = [word_holder(name) for name in done.holders]
        assert told.startswith("projector has not heard what comes next")


async def test_who_keeps_all_from_leaving_is_named_and_nobody_where_it_is_merely_young(
    own_server: Server, archive: Archive
) -> None:
    await fill(own_server)
    await hear(own_server, EVENTS)
    async with user(own_server, permissions.MIGRATION) as bus:
        young = await archiving.archive(bus, archive, older_than=datetime.now(UTC) - timedelta(hours=1))
        assert (young.left, young.holders) == (0, ())
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{archiving.WATCH}", {"seq": 1})
        held = await take(bus, archive)
        assert (held.left, held.holders) == (0, (archiving.WATCH,))
        assert "has a job in hand" in word_holder(archiving.WATCH)


@in_either
async def test_nothing_is_archived_beside_a_segment_that_is_damaged(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, 20)
    await archived(own_server, archive)
    await hear(own_server, HEARD)
    damaged = sealed_in(archive)[0]
    change(archive, damaged, find_files(archive.where).read(damaged)[:-1] + b"?")
    async with user(own_server, permissions.MIGRATION) as bus:
        with pytest.raises(ArchiveUnreadable, match=f"{damaged} is not what was written: put back"):
            await take(bus, archive)
        assert await first_of(bus) == 21


@in_either
async def test_damage_is_told_also_where_nothing_is_to_leave(
    own_server: Server, archive: Archive, lose_file: Lose
) -> None:
    await fill(own_server)
    await hear(own_server, 20)
    await archived(own_server, archive)
    lose_file(find_files(archive.where), sealed_in(archive)[0])
    with pytest.raises(ArchiveUnreadable, match="is lost: put back"):
        await archived(own_server, archive)


async def test_what_was_written_in_batches_is_copied_too(own_server: Server, archive: Archive) -> None:
    async with user(own_server, services.EXECUTOR) as bus:
        log = JetStreamEventLog(bus)
        for job in JOBS:
            await log.append_decision(await log.load(job), [claimed("one"), claimed("two")], cause=cause())
    before = await describe(own_server)
    await hear(own_server, 6)
    assert (await archived(own_server, archive)).end == 6
    assert await describe(own_server, archive) == before


async def test_a_copy_that_is_not_what_the_log_is_replaces_nothing(
    own_server: Server, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(own_server)
    before = await describe(own_server)
    await hear(own_server, HEARD)
    read = turn.direct_get.each

    async def as_if_one_was_lost(bus: Bus, stream: str, on: str, **more: Any) -> AsyncIterator[Stored]:
        async for message in read(bus, stream, on, **more):
            if stream != turn.COPY or message.sequence != HEARD + 5:
                yield message

    monkeypatch.setattr(turn.direct_get, "each", as_if_one_was_lost)
    with pytest.raises(turn.TurnImpossible, match=f"at {HEARD + 5}: nothing was deleted"):
        await archived(own_server, archive)
    monkeypatch.undo()
    async with user(own_server, permissions.MIGRATION) as bus:
        assert await first_of(bus) == 1
        assert await differences.find(bus, ack_wait=ACK_WAIT) == []
    assert await describe(own_server) == before
    assert (await archived(own_server, archive)).end == HEARD


async def test_what_is_younger_than_wanted_stays(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, EVENTS)
    async with user(own_server, permissions.MIGRATION) as bus:
        place = await bus.at(streams.EVENTS, 41)
        assert place is not None
        assert place.stored_at is not None
        done = await archiving.archive(bus, archive, older_than=place.stored_at, ack_wait=ACK_WAIT)
        assert done.end == 40


async def test_nothing_leaves_while_a_service_runs(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    async with user(own_server, services.PLANNER) as planner, user(own_server, permissions.MIGRATION) as bus:
        asked = f"gh.js.CONSUMER.MSG.NEXT.{streams.COMMANDS}.{services.PLANNER}"
        inbox = planner.new_inbox()
        await planner.subscribe(inbox, lambda _: None)
        await planner.send(asked, b'{"batch": 1, "expires": 60000000000}', reply=inbox)
        await planner.request(ROUND_TRIP)
        with pytest.raises(NotArchived, match="planner runs"):
            await take(bus, archive)
        assert await first_of(bus) == 1


async def test_who_was_connected_all_the_while_ends_once_it_finds_nothing(
    own_server: Server, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    async with user(own_server, services.EXECUTOR, archive) as bus:
        log = JetStreamEventLog(bus)
        await log.load(OPEN[0])
        await archived(own_server, archive)
        monkeypatch.setattr(beginning, "FRESH_SECONDS", 0.0)
        with pytest.raises(StreamUnavailable, match="while this process was connected"):
            await log.load(subjects.job("nobody's"))
        await bus.wait_closed()


@in_either
async def test_an_archive_that_was_changed_or_is_anothers_is_refused(
    own_server: Server, archive: Archive, lose_file: Lose
) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    await archived(own_server, archive)
    files = find_files(archive.where)
    with pytest.raises(ArchiveUnreadable):
        await describe(own_server, Archive(files, ArchiveKey.generate()))
    [*_, last] = sealed_in(archive)
    whole_file = files.read(last)
    for changed in (whole_file[:-1], bytes([whole_file[0] ^ 1]) + whole_file[1:]):
        change(archive, last, changed)
        with pytest.raises(ArchiveUnreadable):
            await describe(own_server, Archive(files, archive.key))
    change(archive, last, whole_file)
    manifest = files.read(MANIFEST)
    change(archive, MANIFEST, manifest.replace(b'"messages":16', b'"messages":15', 1))
    with pytest.raises(ArchiveUnreadable, match="was changed"):
        await describe(own_server, Archive(files, archive.key))
    lose_file(files, MANIFEST)
    with pytest.raises(ArchiveUnreadable, match="ends at 0"):
        await describe(own_server, Archive(files, archive.key))
    with pytest.raises(ArchiveUnreadable, match=f"{MANIFEST} is lost: put back"):
        Archive(files, archive.key).check()
    change(archive, MANIFEST, manifest)
    lose_file(files, last)
    with pytest.raises(ArchiveUnreadable, match=f"{last} is lost: put back"):
        Archive(files, archive.key).check()
    with pytest.raises(ArchiveUnreadable, match=f"{last} is lost: put back"):
        await describe(own_server, Archive(files, archive.key))


@in_either
async def test_what_lies_in_the_archive_says_nothing_to_who_has_no_key(own_server: Server, archive: Archive) -> None:
    await fill(own_server)
    await hear(own_server, HEARD)
    await archived(own_server, archive)
    files = find_files(archive.where)
    assert {MANIFEST, *sealed_in(archive)} == set(files.names())
    for name in files.names():
        said = files.read(name)
        assert not [word for word in (b"job-0", b"acme", b"JobClaimed", b"crashed") if word in said], name
