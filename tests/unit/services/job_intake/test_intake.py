"""What becomes of a request: told by the log, by what VALET hears, by what wakes executor and by the vault."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from ghosthands.domain import ids, job, page, services
from ghosthands.domain.errors import Permanent
from ghosthands.domain.job import Mend, Phase
from ghosthands.domain.keys import PASSWORD
from ghosthands.domain.kinds import Affinity, WorkMode
from ghosthands.domain.message import Event
from ghosthands.domain.requests import RunMode
from ghosthands.domain.session import HumanSubmitted
from ghosthands.job_intake.downloads import QUICK, Downloads
from ghosthands.job_intake.handlers import PATIENCE
from ghosthands.job_intake.resume import ResumeAway
from ghosthands.messaging.wire import subjects
from ghosthands.testkit.story import NOON
from ghosthands.vault.applicant import Applicant
from tests.unit.services.job_intake.conftest import GOOD, JOB, World, codes


async def test_a_request_is_kept_in_the_vault_written_down_passed_on_and_answered(world: World) -> None:
    resume = {"content_base64": base64.b64encode(b"%PDF").decode(), "file_name": "cv.pdf"}
    await world.request(priority=9, resume=resume)
    state = await world.job()
    assert state.phase is Phase.PENDING
    assert state.request is not None
    data = await world.vault.get_applicant_data(Applicant("valet", state.request.applicant), JOB)
    assert (data.value("profile.email"), data.file("files.resume").data) == ("ada@example.com", b"%PDF")
    assert world.woken() == ["gh.cmd.executor.high.RunJob"]
    assert [told["duplicate"] for told in world.told("accepted")] == [False]


@pytest.mark.parametrize(("given", "mode"), [(False, RunMode.REAL), (True, RunMode.DRY), ("steps", RunMode.DRY_STEPS)])
async def test_what_the_job_may_send_is_written_down(world: World, given: bool | str, mode: RunMode) -> None:
    await world.request(dry_run=given)
    assert (await world.job()).run_mode is mode


async def test_credentials_are_kept_with_the_person_and_nowhere_else(world: World) -> None:
    login = {"domain": "jobs.acme.com", "username": "ada@login.example", "password": "correct horse battery"}
    await world.request(credentials=[login])
    state = await world.job()
    assert state.request is not None
    person = Applicant("valet", state.request.applicant)
    assert (await world.vault.get_applicant_data(person, JOB)).at("jobs.acme.com").value(PASSWORD) == login["password"]
    assert "credentials" not in await world.vault.get_request(person, JOB)
    outside = [msgspec.json.encode(await world.events.load(subjects.job(JOB))), *(m.data for m in world.bus.published)]
    assert not any(login[name].encode() in data for data in outside for name in ("username", "password"))


async def test_credentials_for_everybodys_domain_are_left_out_and_not_repeated(world: World) -> None:
    await world.request(credentials=[{"domain": "com", "username": "ada@login.example", "password": "correct horse"}])
    state = await world.job()
    assert state.request is not None
    assert Mend("credentials.*", "left_out") in state.request.mended
    data = await world.vault.get_applicant_data(Applicant("valet", state.request.applicant), JOB)
    assert "correct horse" not in data.all_values().values()
    assert b"correct horse" not in msgspec.json.encode(await world.events.load(subjects.job(JOB)))


async def test_a_repeat_starts_nothing_new_and_says_so(world: World) -> None:
    await world.request()
    await world.request()
    assert len((await world.events.load(subjects.job(JOB))).recorded) == 1
    assert len(world.woken()) == 1
    assert [told["duplicate"] for told in world.told("accepted")] == [False, True]


async def test_the_same_task_sent_five_times_without_a_key_is_one_job_and_told_as_that(world: World) -> None:
    body = {**GOOD, "idempotency_key": None}
    for sequence in range(1, 6):
        await world.hear("job.requested", body, sequence=sequence)
    told = world.told("accepted")
    assert ([one["duplicate"] for one in told], len({one["job_id"] for one in told})) == ([False, True], 1)
    assert (world.told("rejected"), len(world.woken())) == ([], 1)


async def test_a_task_sent_again_while_its_job_is_being_cancelled_is_not_told_as_accepted(world: World) -> None:
    body = {**GOOD, "idempotency_key": None}
    await world.hear("job.requested", body, sequence=1)
    (accepted,) = world.told("accepted")
    await world.hear("job.cancel", {"job_id": accepted["job_id"]}, sequence=2)
    await world.hear("job.requested", body, sequence=3)
    assert len(world.told("accepted")) == 1
    (rejected,) = (msgspec.json.decode(one.data) for one in world.bus.published if one.subject.endswith("rejected"))
    assert codes(rejected) == {"target_url": "duplicate_application"}


async def test_another_task_for_the_posting_is_still_refused_and_names_the_job_that_has_it(world: World) -> None:
    for sequence, task in enumerate(("task-1", "task-2"), start=1):
        body = {**GOOD, "idempotency_key": None, "valet_task_id": task}
        await world.hear("job.requested", body, sequence=sequence)
    (accepted,) = world.told("accepted")
    (rejected,) = (msgspec.json.decode(one.data) for one in world.bus.published if one.subject.endswith("rejected"))
    assert codes(rejected) == {"target_url": "duplicate_application"}
    assert accepted["job_id"] in rejected["reasons"][0]["message"]


ANOTHER = "7a1c1a52-5d0e-4c3a-9a55-67686f737468"


@pytest.mark.parametrize("is_fetched", [True, False])
async def test_a_repeat_for_another_person_is_rejected_and_the_job_goes_on(world: World, is_fetched: bool) -> None:
    if is_fetched:
        await world.request()
    else:
        async with dripping() as url:
            with pytest.raises(ResumeAway):
                await world.request(
                    resume={"download_url": url}, downloads=Downloads(quick=replace(QUICK, seconds=0.1))
                )
    before = await world.job()
    await world.request(valet_user_id=ANOTHER)
    assert await world.job() == before
    (told,) = world.told("rejected")
    assert codes(told) == {"idempotency_key": "id_taken"}
    await world.request()
    assert (await world.job()).phase is Phase.PENDING
    assert [told["duplicate"] for told in world.told("accepted")] == [False, True][: 1 + is_fetched]


async def test_a_request_without_a_key_is_the_same_job_at_every_delivery(world: World) -> None:
    for delivered in (1, 2):
        await world.request(idempotency_key=None, delivered=delivered)
    assert len({told["job_id"] for told in world.told("accepted")}) == 1


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"target_url": "file:///etc/passwd"}, {"target_url": "url_scheme"}),
        ({"target_url": "http://127.0.0.1/jobs/1"}, {"target_url": "private_target"}),
        ({"valet_user_id": "ada"}, {"valet_user_id": "not_a_uuid"}),
        ({"valet_task_id": None, "target_url": ""}, {"valet_task_id": "missing", "target_url": "missing"}),
        ({"dry_run": "perhaps"}, {"dry_run": "value_error"}),
        ({"qa_answers": {f"question {n}": "x" * 20_000 for n in range(50)}}, {"": "oversize"}),
    ],
    ids=lambda value: next(iter(value.values())) if isinstance(value, dict) else "",
)
async def test_a_request_that_cannot_be_carried_out_is_answered_with_the_reason(
    world: World, changes: dict[str, Any], expected: dict[str, str]
) -> None:
    await world.request(**changes)
    (told,) = [one for one in world.bus.published if one.subject.endswith(".rejected")]
    assert codes(msgspec.json.decode(told.data)) == expected
    assert (await world.job()).phase is Phase.REJECTED
    assert world.woken() == []
    await world.request(**changes, delivered=2)
    assert len((await world.events.load(subjects.job(JOB))).recorded) == 1


@pytest.mark.parametrize("name", [name for name in GOOD if name not in ("engine_version", "profile")])
@pytest.mark.parametrize("no_text", [b"\\u0000", b"\\u001b", b"\\ud800", b"\\udfff", b"\xff", b"\x7f"])
async def test_what_is_no_text_is_answered_with_its_field_and_never_repeated(
    world: World, name: str, no_text: bytes
) -> None:
    await world.hear("job.requested", msgspec.json.encode({**GOOD, name: "@"}).replace(b'"@"', b'"a' + no_text + b'b"'))
    (told,) = [one for one in world.bus.published if one.subject.endswith(".rejected")]
    assert codes(msgspec.json.decode(told.data)) == {name: "control_character"}
    events = await world.events.load(subjects.job(msgspec.json.decode(told.data)["job_id"]))
    assert [type(event) for event in events.events] == [job.JobRejected]
    assert not any(code in msgspec.json.encode(events.events) for code in (b"\\u00", b"\\u007f", b"\x7f"))


async def test_tabs_and_line_ends_are_text(world: World) -> None:
    await world.request(qa_answers={"Why?": "One.\r\n\tTwo.\f\vThree."})
    assert (await world.job()).phase is Phase.PENDING


async def test_what_is_no_json_object_is_a_dead_letter(world: World) -> None:
    for data in (b"{", b"[]", b'"job"', b"\xff", b'{"a": ' + b"[" * 5000 + b"}", b'{"a": "\\ud800}'):
        with pytest.raises(Permanent) as dead:
            await world.hear("job.requested", data)
        assert dead.value.code == "malformed_json"


async def test_a_cancel_after_a_human_may_have_sent_the_application_is_too_late(world: World) -> None:
    await world.request()
    await world.say(services.BROWSER_HOST, HumanSubmitted(session_id="s1", viewer_id="v"))
    await world.hear("job.cancel", {"idempotency_key": "key-1"})
    (told,) = world.told("cancel")
    assert (told["accepted"], told["code"]) == (False, "too_late")


async def test_version_one_is_the_contracts_default_and_works_by_manual_and_engine(world: World) -> None:
    await world.request(engine_version=None)
    request = (await world.job()).request
    assert request is not None
    assert (request.engine_version, request.work_mode) == (1, WorkMode.HYBRID)


async def test_a_rejected_request_may_be_mended_under_its_key(world: World) -> None:
    await world.request(dry_run="perhaps")
    await world.request()
    assert (await world.job()).phase is Phase.PENDING


@pytest.mark.parametrize(
    ("after", "code"),
    [
        ((), None),
        ((job.JobFailed(at=NOON, code="x"),), "already_failed"),
        (
            (
                job.EffectIntended(
                    at=NOON,
                    intent_id="i",
                    kind=job.EffectKind.SUBMIT,
                    button_id="b",
                    button_role=page.ButtonRole.SUBMIT,
                    fingerprint="f",
                ),
            ),
            "too_late",
        ),
    ],
)
async def test_a_cancel_is_answered_with_whether_it_comes_in_time(
    world: World, after: tuple[Event, ...], code: str | None
) -> None:
    await world.request()
    for event in after:
        await world.say(services.EXECUTOR, event)
    await world.hear("job.cancel", {"idempotency_key": "key-1"})
    (told,) = world.told("cancel")
    assert (told["accepted"], told.get("code")) == (code is None, code)
    assert (await world.job()).cancel_requested is (code is None)


async def test_what_the_request_says_of_when_where_and_how_often_is_written_down(world: World) -> None:
    at = (NOON + timedelta(days=2)).isoformat()
    await world.request(max_retries=1, target_worker_id="sandbox", worker_affinity="strict", scheduled_at=at)
    request = (await world.job()).request
    assert request is not None
    assert (request.max_retries, request.worker, request.affinity) == (1, "sandbox", Affinity.STRICT)
    assert request.scheduled_at == NOON + timedelta(days=2)


async def test_a_cancel_of_a_job_nobody_requested_says_so(world: World) -> None:
    await world.hear("job.cancel", {"job_id": JOB})
    (told,) = [one for one in world.bus.published if one.subject.endswith(".cancel")]
    assert msgspec.json.decode(told.data)["code"] == "unknown_job"


async def test_a_resume_whose_server_stays_away_is_asked_for_again_and_then_the_job_starts_without(
    world: World,
) -> None:
    resume = {"download_url": "http://127.0.0.1:1/cv.pdf"}
    with pytest.raises(ResumeAway):
        await world.request(resume=resume)
    assert (await world.job()).phase is Phase.NEW
    await world.request(resume=resume, after=PATIENCE)
    assert await mended(world) == {"resume": "not_fetched"}


@pytest.mark.parametrize("resume", [{"content_base64": "?"}, {"s3_key": "cv.pdf"}], ids=["not base64", "no storage"])
async def test_a_job_whose_resume_cannot_be_had_starts_and_says_so(world: World, resume: dict[str, str]) -> None:
    await world.request(resume=resume)
    assert await mended(world) == {"resume": "not_fetched"}
    assert world.woken()


async def test_a_job_whose_resume_is_none_starts_without_it_and_says_so(world: World) -> None:
    page = base64.b64encode(b"<!doctype html><title>Sign in</title>").decode()
    await world.request(resume={"content_base64": page})
    assert await mended(world) == {"resume": "no_document"}
    state = await world.job()
    assert state.request is not None
    data = await world.vault.get_applicant_data(Applicant("valet", state.request.applicant), JOB)
    assert "files.resume" not in data


async def test_a_resume_that_nobody_named_is_called_what_it_is(world: World) -> None:
    await world.request(resume={"content_base64": base64.b64encode(rb"{\rtf1 Ada}").decode()})
    state = await world.job()
    assert state.request is not None
    data = await world.vault.get_applicant_data(Applicant("valet", state.request.applicant), JOB)
    assert (data.file("files.resume").name, data.file("files.resume").media_type) == ("resume.rtf", "application/rtf")


async def test_what_was_mended_is_written_down_without_its_values(world: World) -> None:
    profile = {"first_name": "Ada", "last_name": "", "email": "not an address", "years_of_experience": 3.5}
    await world.request(profile=profile, resume={"storage_path": ""}, quality="best", platform="unknown")
    assert await mended(world) == {
        "profile.last_name": "left_out",
        "profile.years_of_experience": "rounded",
        "profile.email": "missing",
        "platform": "left_out",
        "quality": "left_out",
        "resume.storage_path": "left_out",
        "resume": "missing",
    }
    assert b"not an address" not in msgspec.json.encode(await world.events.load(subjects.job(JOB)))


async def mended(world: World) -> dict[str, str]:
    request = (await world.job()).request
    assert request is not None
    return {each.field: each.code for each in request.mended}


async def test_a_resume_that_drips_takes_no_longer_than_one_that_does_not_come(world: World) -> None:
    async with dripping() as url:
        with pytest.raises(ResumeAway):
            await world.request(resume={"download_url": url}, downloads=Downloads(quick=replace(QUICK, seconds=0.5)))


@asynccontextmanager
async def dripping() -> AsyncIterator[str]:
    """A server whose answer never ends, a byte at a time."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n")
        try:
            while not writer.is_closing():
                writer.write(b".")
                await writer.drain()
                await asyncio.sleep(0.1)
        except ConnectionError:
            pass

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/cv.pdf"


@pytest.mark.parametrize("dry_run", [False, True])
@pytest.mark.parametrize("gone", ["request", "resume"])
async def test_what_was_requested_with_what_is_kept_no_longer_is_not_tried_anew(
    world: World, gone: str, dry_run: bool
) -> None:
    await world.request(dry_run=dry_run)
    person = Applicant("valet", ids.applicant_id("valet", GOOD["valet_user_id"]))
    await world.vault.put_job_file(person, JOB, "resume", b"cv", name="cv.pdf", media_type="application/pdf")
    await world.say(services.EXECUTOR, job.JobFailed(at=NOON, code="page_crashed"))
    if gone == "request":
        await world.vault.delete(person, f"jobs/{JOB}/request")
    else:
        fingerprint = await world.vault.find_file(person, f"jobs/{JOB}/files/resume")
        await world.vault._store.delete_object(f"{person.id}/files/{fingerprint}")
    await world.hear("job.retry", {"job_id": JOB})
    (told,) = world.told("retry")
    assert (told["accepted"], told["code"]) == (False, "no_applicant_data")
