"""Who may see and do what at the console, by HTTP, and who gets in."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from ghosthands.domain.services import BROWSER_HOST, HITL_GATEWAY
from ghosthands.domain.session import SessionOpened
from tests.integration.console.conftest import Visits
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


async def test_a_session_begun_by_https_goes_by_nothing_else(visit: Visits) -> None:
    cookies = {}
    for scheme in ("http", "https"):
        visitor = visit()
        answer = await visitor.post(await visitor.link(), origin=visitor.base.replace("http", scheme))
        cookies[scheme] = answer.headers["set-cookie"].lower()
    assert "secure" not in cookies["http"]
    assert "secure" in cookies["https"], "a proxy with TLS need not be on this machine"
