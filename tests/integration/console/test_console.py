"""The console by HTTP: who may see what, what is asked and answered, and what is told as it happens."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from ghosthands.domain import keys
from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import AskKind, HumanCame, HumanResolved, Resolution, ValueShown
from ghosthands.domain.job import EffectIntended, EffectKind, HumanRequested, JobFailed, SubmitUnclear
from ghosthands.domain.orders import Order, OrderDone, OrderKind
from ghosthands.domain.page import AccountForm, AccountPurpose, ButtonRole
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.services import BROWSER_HOST, EXECUTOR, HITL_GATEWAY
from ghosthands.domain.session import ActionStarted, SessionOpened
from ghosthands.messaging.log.states import read_stops
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.server.permissions import CLI, MIGRATION, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import hosts, micro
from ghosthands.messaging.work.micro import Endpoint, Micro, RequestRefused
from ghosthands.stack import logged_in
from ghosthands.testkit import unreadable
from tests.integration.services.conftest import Case

pytestmark = pytest.mark.integration

#: what only operators may see and do; `JOB` stands for a job's id
OPERATORS_READ = (
    "/",
    "/inbox/list",
    "/jobs",
    "/jobs/list",
    "/jobs/JOB",
    "/jobs/JOB/now",
    "/jobs/JOB/events.jsonl",
    "/jobs/JOB/pictures/1",
    "/news",
    "/insight",
    "/insight/outcomes.json",
    "/operations",
)
#: what a guest of the job may too
JOBS_READ = ("/jobs/JOB/answer", "/jobs/JOB/takeover", "/jobs/JOB/news", "/jobs/JOB/live/token/")
JOBS_ACT = ("/jobs/JOB/answer", "/jobs/JOB/cancel")
OPERATORS_ACT = (
    "/jobs/JOB/values",
    "/jobs/JOB/continue",
    "/operations/stop",
    "/operations/allow",
    "/operations/hosts/host-1/drain",
    "/operations/hosts/host-1/undrain",
    "/operations/dead/1/redrive",
    "/operations/dead/1/drop",
)
ACT = (*JOBS_ACT, "/sign-out")

Visits = Callable[[], Any]


@pytest.mark.parametrize("path", OPERATORS_READ + JOBS_READ)
async def test_without_a_session_nothing_is_shown(visit: Visits, case: Any, path: str) -> None:
    answer = await visit().get(path.replace("JOB", case.id))
    assert answer.status_code == 401
    assert "Why us" not in answer.text


@pytest.mark.parametrize("path", [*ACT, *OPERATORS_ACT])
async def test_without_a_session_nothing_is_done(visit: Visits, case: Any, path: str) -> None:
    assert (await visit().post(path.replace("JOB", case.id))).status_code == 401


@pytest.mark.parametrize("path", OPERATORS_READ)
async def test_a_guest_sees_no_page_but_their_jobs(visit: Visits, case: Any, path: str) -> None:
    guest = await visit().sign_in(case.id)
    assert (await guest.get(path.replace("JOB", case.id))).status_code == 403


@pytest.mark.parametrize("path", JOBS_READ)
async def test_a_link_opens_no_other_job(visit: Visits, case: Any, other: Any, path: str) -> None:
    guest = await visit().sign_in(case.id)
    assert (await guest.get(path.replace("JOB", other.id))).status_code == 403


@pytest.mark.parametrize("path", JOBS_ACT)
async def test_a_link_does_nothing_to_another_job(visit: Visits, case: Any, other: Any, path: str) -> None:
    guest = await visit().sign_in(case.id)
    assert (await guest.post(path.replace("JOB", other.id), resolution="skip")).status_code == 403
    assert len(await other.events()) == 2


@pytest.mark.parametrize("path", OPERATORS_ACT)
async def test_a_guest_operates_nothing(visit: Visits, case: Any, path: str) -> None:
    assert (await (await visit().sign_in(case.id)).post(path, confirmation="stop")).status_code == 403


@pytest.mark.parametrize("path", [*ACT, *OPERATORS_ACT])
async def test_a_form_without_its_token_does_nothing(operator: Any, case: Any, path: str) -> None:
    operator.form_token = ""
    assert (await operator.post(path.replace("JOB", case.id), resolution="skip")).status_code == 403
    assert len(await case.events()) == 2


@pytest.mark.parametrize("path", ACT)
async def test_the_token_of_another_session_does_nothing(operator: Any, visit: Visits, case: Any, path: str) -> None:
    operator.form_token = (await visit().sign_in()).form_token
    assert (await operator.post(path.replace("JOB", case.id), resolution="skip")).status_code == 403


@pytest.mark.parametrize("path", [*ACT, *OPERATORS_ACT, "/sign-in/anything", "/link/anything"])
@pytest.mark.parametrize("origin", ["https://evil.example", "null", ""])
async def test_what_comes_from_another_site_is_refused(operator: Any, case: Any, path: str, origin: str) -> None:
    answer = await operator.post(path.replace("JOB", case.id), origin=origin, resolution="skip")
    assert answer.status_code == 403
    assert len(await case.events()) == 2


async def test_by_another_name_nothing_is_shown(operator: Any) -> None:
    assert (await operator.get("/", host="rebound.example")).status_code == 403


async def test_a_sign_in_link_counts_once_and_not_by_being_looked_at(visit: Visits) -> None:
    first = visit()
    path = await first.link()
    assert (await first.get(path)).status_code == 200
    assert (await first.post(path)).status_code == 303
    assert (await visit().post(path)).status_code == 403


async def test_a_sign_in_link_is_good_after_the_gateway_was_killed_and_still_counts_once(
    visit: Visits, town: Any
) -> None:
    gateway, first = town.stack.process(HITL_GATEWAY), visit()
    used, unused = await first.link(), await first.link()
    assert (await first.post(used)).status_code == 303
    restarts = gateway.restarts
    os.kill(gateway.pid, signal.SIGKILL)
    await town.stack.wait_until_restarted(HITL_GATEWAY, restarts + 1)
    assert (await visit().until_there("/")).status_code == 401
    assert (await visit().post(unused)).status_code == 303
    for link in (used, unused):
        assert (await visit().post(link)).status_code == 403


@pytest.mark.parametrize("path", ["/sign-in/forged", "/link/forged", "/link/a.b.c"])
async def test_a_forged_link_opens_nothing(visit: Visits, path: str) -> None:
    stranger = visit()
    assert (await stranger.post(path)).status_code == 403
    assert (await stranger.get("/")).status_code == 401


async def test_a_page_on_another_machine_is_said_to_be_there_and_what_to_do(operator: Any, town: Any) -> None:
    case = await Case(town).start()
    await case.say(BROWSER_HOST, SessionOpened(cause="c", session_id="s-1", host="far-away", provider="local"))
    await case.ask()
    page = (await operator.get(f"/jobs/{case.id}/takeover")).text
    assert "Its page cannot be shown here" in page
    assert "far-away" in page
    assert f"ghosthands live {case.id[:8]}" in page


async def test_who_signs_out_is_out(operator: Any) -> None:
    assert (await operator.get("/")).status_code == 200
    assert (await operator.post("/sign-out")).status_code == 303
    assert (await operator.get("/")).status_code == 401


async def test_every_page_lets_no_script_or_frame_of_others_in_and_is_not_kept(operator: Any) -> None:
    headers = (await operator.get("/")).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"
    cookie = (await operator.post(await operator.link())).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


async def test_a_wait_is_answered_in_the_inbox_and_the_value_lies_in_the_vault_alone(
    operator: Any, case: Any, town: Any
) -> None:
    assert case.id in await operator.until("/", lambda text: case.id in text)
    question = await operator.get(f"/jobs/{case.id}/answer")
    assert "Why us?" in question.text
    secret = "Because of the people, truly."
    form = {"resolution": "value", f"value.{case.why}": secret}
    answer = await operator.post(f"/jobs/{case.id}/answer", **form)
    assert answer.status_code == 303
    resolved = (await case.until(HumanResolved)).event
    assert (resolved.resolution, resolved.answered) == (Resolution.VALUE, (case.why,))
    data = await town.vault.get_applicant_data(case.person, case.id)
    assert data.all_values()[f"answers.{case.why}"] == secret
    await operator.until("/", lambda text: case.id not in text)
    for path in ("/", "/jobs", f"/jobs/{case.id}", f"/jobs/{case.id}?view=events", f"/jobs/{case.id}/events.jsonl"):
        assert secret not in (await operator.get(path)).text
    assert "asks nothing now" in (await operator.post(f"/jobs/{case.id}/answer", **form)).text


async def test_a_code_is_entered_in_the_inbox_and_lies_in_the_vault_for_its_host(
    operator: Any, case: Any, town: Any
) -> None:
    account = AccountForm(purpose=AccountPurpose.VERIFY, button="verify")
    page = msgspec.structs.replace(case.page, account=account)
    case.model_ref = await town.host_vault.put_page_model(msgspec.json.encode(page))
    await case.ask(kind=AskKind.BLOCKER, code="two_factor")
    path, secret = f"/jobs/{case.id}/answer", "482913"
    assert 'name="code"' in (await operator.get(path)).text
    assert "does not fit what was asked" in (await operator.post(path, resolution="code", code=" ")).text
    assert (await operator.post(path, resolution="code", code=secret)).status_code == 303
    assert (await case.until(HumanResolved)).event.resolution is Resolution.CODE
    given = (await town.vault.get_applicant_data(case.person, case.id)).code
    assert (given.host, given.code) == (urlsplit(case.page.url).hostname, secret)
    assert secret not in (await operator.get(f"/jobs/{case.id}/events.jsonl")).text


async def test_a_code_without_a_plain_place_for_it_is_entered_on_the_page(operator: Any, case: Any) -> None:
    await case.ask(kind=AskKind.BLOCKER, code="two_factor")
    question = (await operator.get(f"/jobs/{case.id}/answer")).text
    assert 'name="code"' not in question
    assert "I did it in the browser" in question


@pytest.mark.parametrize("page", ["answer", "takeover"])
async def test_who_opens_what_is_asked_has_a_browser_that_was_put_away_opened(
    operator: Any, case: Any, page: str
) -> None:
    for _ in range(2):
        assert (await operator.get(f"/jobs/{case.id}/{page}")).status_code == 200
    came = (await case.until(HumanCame)).event
    (asked,) = (event for event in await case.events() if isinstance(event, HumanRequested))
    assert came.request_id == asked.request_id


async def test_an_empty_answer_is_told_to_be_one_and_nothing_is_written(operator: Any, case: Any) -> None:
    answer = await operator.post(f"/jobs/{case.id}/answer", resolution="value")
    assert "does not fit what was asked" in answer.text
    assert len(await case.events()) == 2


async def test_a_guest_answers_their_job_by_its_link(visit: Visits, case: Any) -> None:
    guest = await visit().sign_in(case.id)
    await guest.post(f"/jobs/{case.id}/answer", resolution="skip")
    assert (await case.until(HumanResolved)).event.resolution is Resolution.SKIP


async def test_whether_it_was_submitted_is_asked_in_these_words_and_after_the_end_too(operator: Any, town: Any) -> None:
    case, at = await Case(town).start(), datetime.now(UTC)
    button: dict[str, Any] = {"button_id": "b", "button_role": ButtonRole.SUBMIT, "fingerprint": "f"}
    intent = EffectIntended(at=at, intent_id="i", kind=EffectKind.SUBMIT, **button)
    for event in (intent, SubmitUnclear(intent_id="i", at=at)):
        await case.say(EXECUTOR, event)
    await case.ask(kind=AskKind.SUBMIT_UNCLEAR)
    path = f"/jobs/{case.id}/answer"
    question = (await operator.get(path)).text
    assert [words in question for words in ("It was submitted", "It was not submitted", "Cancel the job")] == [
        True,
        True,
        False,
    ]
    assert "too late to cancel" in (await operator.post(f"/jobs/{case.id}/cancel")).text
    await case.say(EXECUTOR, JobFailed(at=at, code="hitl_timeout"))
    assert f'href="{path}">Was it submitted?' in (await operator.get(f"/jobs/{case.id}")).text
    assert "It was not submitted" in (await operator.get(path)).text
    assert (await operator.post(path, resolution="skip")).status_code == 303
    assert (await case.until(HumanResolved)).event.resolution is Resolution.SKIP


async def test_a_job_that_asks_nothing_has_no_link(visit: Visits, case: Any) -> None:
    guest = await visit().sign_in(case.id)
    await guest.post(f"/jobs/{case.id}/answer", resolution="skip")
    await case.until(HumanResolved)
    with pytest.raises(RequestRefused):
        await guest.link(case.id)
    with pytest.raises(RequestRefused):
        await micro.ask(case.town.buses[CLI], subjects.LINKS, b"[]", timeout=10)


async def test_a_job_is_cancelled_by_the_message_that_anybody_would_send(operator: Any, case: Any, town: Any) -> None:
    assert (await operator.post(f"/jobs/{case.id}/cancel")).status_code == 303
    sent = await town.buses[MIGRATION].read_back(streams.INTAKE, "job.cancel", after=0)
    assert msgspec.json.decode(sent[-1].data) == {"tenant": case.person.tenant, "job_id": case.id}


async def test_a_job_is_told_to_go_on_by_the_message_that_anybody_would_send(
    operator: Any, case: Any, town: Any
) -> None:
    assert f'action="/jobs/{case.id}/continue"' in (await operator.get(f"/jobs/{case.id}")).text
    message = "Field overrides:\r\nWhy us?: Because of the parrots"
    assert (await operator.post(f"/jobs/{case.id}/continue", message=message)).status_code == 303
    sent = await town.buses[MIGRATION].read_back(streams.INTAKE, "job.continue", after=0)
    said = {"tenant": case.person.tenant, "job_id": case.id, "message": message}
    assert msgspec.json.decode(sent[-1].data) == said


@pytest.mark.parametrize(("message", "status"), [("", 422), ("Just go on.", 409)])
async def test_what_does_not_bring_a_job_on_is_not_sent_and_says_why(
    operator: Any, case: Any, town: Any, message: str, status: int
) -> None:
    before = await town.buses[MIGRATION].read_back(streams.INTAKE, "job.continue", after=0)
    answer = await operator.post(f"/jobs/{case.id}/continue", message=message)
    assert (answer.status_code, "Not said" in answer.text) == (status, True)
    assert await town.buses[MIGRATION].read_back(streams.INTAKE, "job.continue", after=0) == before


async def test_a_job_that_goes_on_by_itself_shows_no_form_to_say_anything(operator: Any, town: Any, case: Any) -> None:
    begun = await Case(town).start()
    assert '<div class="say" hidden>' in (await operator.get(f"/jobs/{begun.id}")).text
    assert '<div class="say">' in (await operator.get(f"/jobs/{case.id}")).text


async def test_a_new_wait_is_told_to_an_open_inbox(operator: Any, town: Any, case: Any, other: Any) -> None:
    await operator.until("/", lambda text: case.id in text and other.id in text)
    async with operator.client.stream("GET", "/news") as stream:
        lines = stream.aiter_lines()
        await anext(line async for line in lines if line == "event: jobs")
        began = time.monotonic()
        await other.ask()
        async with asyncio.timeout(10):
            await anext(line async for line in lines if line == "event: inbox")
        took = time.monotonic() - began
        assert (await operator.get("/inbox/list")).text.count(other.id) > 0
    assert took < 2, "on a quiet machine a fraction of 0.3 s"


async def test_the_jobs_are_filtered_by_the_address_and_paged_by_it(operator: Any, town: Any) -> None:
    cases = [await Case(town).start() for _ in range(52)]
    await operator.until("/jobs", lambda text: cases[-1].id in text)
    first = (await operator.get("/jobs")).text
    older = first.partition('rel="next"')[0].rpartition('href="')[2].partition('"')[0].replace("&amp;", "&")
    second = (await operator.get(older)).text
    shown = [page.count(f'href="/jobs/{one.id}" data-open') for one in cases for page in (first, second)]
    assert sum(shown) == 52
    assert len(first.encode()) < 60_000
    assert cases[3].id in (await operator.get(f"/jobs?q={cases[3].id[:13]}")).text
    assert "No job fits" in (await operator.get("/jobs?status=completed&q=nowhere")).text
    assert "No job fits" in (await operator.get("/jobs?q=%25_%25")).text


async def test_a_jobs_events_are_had_line_by_line(operator: Any, case: Any) -> None:
    lines = (await operator.get(f"/jobs/{case.id}/events.jsonl")).text.splitlines()
    told = [msgspec.json.decode(line) for line in lines]
    assert [one["event"] for one in told] == ["JobRequested", "HumanRequested"]
    assert all(one["payload"] for one in told)


async def test_what_is_not_there_is_said_to_be(operator: Any) -> None:
    for path in ("/nothing", "/jobs/0b8f7d3e-0000-5000-8000-00000000dead", "/jobs/x%2f..%2fy"):
        assert (await operator.get(path)).status_code == 404


async def test_the_address_of_the_posting_is_shown_as_it_is(operator: Any, case: Any) -> None:
    assert "https://jobs.example.com/apply" in (await operator.get(f"/jobs/{case.id}")).text


async def test_company_place_and_address_are_shown_as_they_are_though_the_applicant_worked_there(
    operator: Any, town: Any
) -> None:
    address = "https://boards.example.com/greenhouse/acme/jobs/1002"
    profile = {"email": "ada@example.org", "experience": [{"company": "Greenhouse", "current": True}]}
    metadata = {"company": "Acme Robotics", "job_title": "Designer", "location": "Oslo, Norway"}
    case = await Case(town).start(target_url=address, profile=profile, metadata=metadata)
    await case.ask()
    await operator.until("/", lambda text: case.id in text)
    for path in ("/", "/jobs", f"/jobs/{case.id}", f"/jobs/{case.id}/answer", f"/jobs/{case.id}/takeover"):
        page = (await operator.get(path)).text
        assert address in page, path
        assert all(words in page for words in ("Acme Robotics", "Designer", "Oslo, Norway")), path
        assert "{profile." not in page, path


async def test_a_value_is_shown_to_an_operator_alone_and_that_it_was_is_on_the_log(operator: Any, case: Any) -> None:
    for key, target in (("profile.email", "email"), (keys.PASSWORD, "why")):
        start = ActionStarted(
            cause="c", session_id="s", action_id=key, kind=ActionKind.FILL, target=target, key=key, tier=0
        )
        await case.say(BROWSER_HOST, start)
    page = f"/jobs/{case.id}"
    assert "ada@example.org" not in (await operator.get(page)).text
    shown = await operator.post(f"{page}/values", key="profile.email")
    assert "ada@example.org" in shown.text
    assert shown.headers["cache-control"] == "no-store"
    (told,) = [event for event in await case.events() if isinstance(event, ValueShown)]
    assert told.key == "profile.email"
    assert len(told.visitor) == 8
    for key in ("profile.phone", keys.PASSWORD, "", "__class__"):
        assert (await operator.post(f"{page}/values", key=key)).status_code == 404
    assert "ada@example.org" not in (await operator.get(f"{page}/events.jsonl")).text
    assert len([event for event in await case.events() if isinstance(event, ValueShown)]) == 1


async def test_submissions_are_stopped_and_go_on_by_a_fact_that_everybody_reads(operator: Any, town: Any) -> None:
    log = town.logs["executor"]
    assert "type stop" in (await operator.post("/operations/stop")).text
    assert not (await read_stops(log)).hold("jobs.example.com")
    for order in ("stop", "allow"):
        assert "name a host such as" in (await operator.post(f"/operations/{order}", site="../jobs")).text
    assert (await operator.post("/operations/stop", site="https://Jobs.Example.com/1")).status_code == 303
    assert (await read_stops(log)).hold("jobs.example.com")
    assert not (await read_stops(log)).hold("other.example.com")
    assert (await operator.post("/operations/stop", confirmation="stop")).status_code == 303
    assert (await read_stops(log)).hold("other.example.com")
    assert "Everywhere" in (await operator.get("/operations")).text
    for site in ("", "jobs.example.com"):
        await operator.post("/operations/allow", site=site)
    assert (await read_stops(log)).since == {}


async def test_what_waits_for_submissions_goes_on_as_they_may(operator: Any, town: Any) -> None:
    waiting = await Case(town).start()
    await operator.post("/operations/stop", site="jobs.example.com")
    await waiting.ask(kind=AskKind.STUCK, code=Stuck.SUBMISSIONS_STOPPED)
    await operator.until("/", lambda text: waiting.id in text)
    await operator.post("/operations/allow", site="jobs.example.com")
    assert (await waiting.until(HumanResolved)).event.resolution is Resolution.DONE


async def test_a_dead_letter_is_listed_sent_again_and_dropped(operator: Any, town: Any) -> None:
    await town.buses[VALET].publish(Outgoing("human.resolved", b"no json"))
    page = await operator.until("/operations", lambda text: "malformed json" in text)
    number = page.partition("/operations/dead/")[2].partition("/")[0]
    assert (await operator.post(f"/operations/dead/{number}/redrive")).status_code == 303
    again = await operator.until("/operations", lambda text: "malformed json" in text)
    assert f"/operations/dead/{number}/" not in again
    later = again.partition("/operations/dead/")[2].partition("/")[0]
    assert (await operator.post(f"/operations/dead/{later}/drop")).status_code == 303
    await operator.until("/operations", lambda text: "Every message could be handled" in text)
    assert "no such dead letter" in (await operator.post(f"/operations/dead/{later}/drop")).text


async def test_what_is_nowhere_is_a_page_for_a_person_and_json_for_a_program(operator: Any) -> None:
    page = await operator.get("/nothing", accept="text/html,*/*")
    assert page.status_code == 404
    assert "No such page" in page.text
    assert (await operator.get("/nothing")).headers["content-type"] == "application/json"
    assert (await operator.get("/monitoring/health", accept="text/html,*/*")).json()["status"]


async def test_a_host_is_drained_and_taken_back_by_the_console_and_by_an_order(operator: Any, town: Any) -> None:
    async with a_host(town.buses[BROWSER_HOST], "host-1") as said:
        assert ">Drain<" in (await operator.get("/operations")).text
        assert (await operator.post("/operations/hosts/host-1/drain")).status_code == 303
        assert "opens no more browsers</span>" in (await operator.get("/operations")).text
        assert (await operator.post("/operations/hosts/host-1/undrain")).status_code == 303
        order = msgspec.json.encode(Order(host="host-1"))
        done = await micro.ask(town.buses[CLI], subjects.order(OrderKind.DRAIN), order, timeout=10)
        assert msgspec.json.decode(done, type=OrderDone).sessions == 2
        assert said == [b"", hosts.UNDRAIN, b""]
        assert "there are: host-1" in (await operator.post("/operations/hosts/host-2/drain")).text
        with pytest.raises(RequestRefused, match="there are: host-1"):
            await micro.ask(town.buses[CLI], subjects.order(OrderKind.UNDRAIN), b'{"host":"x"}', timeout=10)


@asynccontextmanager
async def a_host(bus: Any, name: str) -> AsyncIterator[list[bytes]]:
    """A browser-host with two sessions, and what was said to its desk."""
    said: list[bytes] = []

    async def answer(data: bytes) -> bytes:
        said.append(data)
        await show(draining=data != hosts.UNDRAIN)
        return b""

    async def show(*, draining: bool) -> None:
        record = hosts.HostRecord(name, slots=4, sessions=2, at=datetime.now(UTC), draining=draining)
        await bus.publish(Outgoing(hosts.subject_of(name), msgspec.json.encode(record)))

    desk = Micro(bus, "drain", [Endpoint("host", subjects.drain(name), answer, name)])
    await show(draining=False)
    await desk.start()
    yield said
    await desk.stop()


async def test_the_queues_stand_by_band_the_most_urgent_first_with_what_waits_for_a_human(
    operator: Any, case: Any
) -> None:
    await operator.until("/", lambda text: case.id in text)
    page = (await operator.get("/operations")).text.partition('id="queues"')[2]
    bands = [page.index(f"<strong>{band}</strong>") for band in ("high", "normal", "low")]
    assert bands == sorted(bands)
    asking = page.partition("<strong>low</strong>")[2].split('<td class="num">')[4]
    assert int(asking.partition("<")[0]) > 0


async def test_every_plot_has_its_numbers_as_json(operator: Any) -> None:
    for name in ("outcomes", "engines", "tiers", "costs", "answers", "switches", "savings"):
        assert (await operator.get(f"/insight/{name}.json")).json()["name"] == name
    assert (await operator.get("/insight/nothing.json")).status_code == 404


async def test_a_job_that_waits_for_a_newer_release_says_so_and_what_ends_it(
    operator: Any, case: Any, town: Any
) -> None:
    async with logged_in(town.stack, BROWSER_HOST) as bus:
        await unreadable.write(bus, case.id, tenant=case.tenant)
    page = await operator.get(f"/jobs/{case.id}")
    assert page.status_code == 503
    assert "This job waits for a newer release" in page.text
    assert "PageObserved version 999" in page.text
    shown = await operator.until("/operations", lambda page: "waits for a newer release" in page)
    assert f"ghosthands cancel {case.id} --unread" in shown
    give_up, order = subjects.order(OrderKind.GIVE_UP), Order(job_id=case.id)
    await micro.ask_for(town.buses[CLI], give_up, order, OrderDone, timeout=30)
    assert (
        "an operator gave up 1 event that could not be read"
        in (await operator.get(f"/jobs/{case.id}?view=events")).text
    )
