"""Without its guard a browser of ours reaches nothing: browser-host is killed under pages that send by themselves."""

from __future__ import annotations

import asyncio
import signal
import time

import pytest

from ghosthands.domain import services
from ghosthands.domain.codes import SessionLoss, Stuck
from ghosthands.domain.job import Phase
from ghosthands.domain.session import SessionLost
from ghosthands.testkit.lab import Lab

from .conftest import HarmSite
from .hostile import Hostile
from .test_guard import held_of, leaked, visit

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

#: how long a page goes on by itself, while its host hangs and after a successor came
A_WHILE = 1.0
#: how long the kernel may take to end a host, whose last requests are still on their way
KILLED_SECONDS = 0.3

#: asks for what carries nothing, and so passes wherever a guard is there to let it
LIVES = "setInterval(() => fetch(location.pathname + '/lives').catch(() => 0), 100);"

#: each keeps sending, in its own way, once the form is filled
SENDING = {
    name: Hostile(f"setInterval(() => {sends}, 50)", before=LIVES)
    for name, sends in {
        "fetches": "post(json())",
        "queries": "fetch(at + '?' + query()).catch(() => 0)",
        "beacons": "navigator.sendBeacon(at, json())",
        "submits": "HTMLFormElement.prototype.submit.call(form)",
    }.items()
}


async def hear_it_live(harm: HarmSite, page: str, after: float) -> None:
    """Return once the page's harmless requests come through again."""
    while not any(one.path == f"/{page}/lives" and one.at > after for one in harm.requests):  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def see_it_lost(lab: Lab, job_id: str) -> None:
    """Return once the page's browser was given up."""
    await lab.until(job_id, lambda seen: bool(seen.named("SessionLost")))


@pytest.mark.parametrize(
    ("name", "hangs_first"),
    [
        pytest.param("fetches", True),
        pytest.param("submits", False, marks=pytest.mark.heavy),
        pytest.param("fetches", False, marks=pytest.mark.heavy),
        pytest.param("submits", True, marks=pytest.mark.heavy),
        *(pytest.param(name, how, marks=pytest.mark.heavy) for name in ("queries", "beacons") for how in (True, False)),
    ],
)
async def test_a_killed_host_lets_nothing_out(name: str, hangs_first: bool, lab: Lab, harm: HarmSite) -> None:
    page = f"no-guard-{name}-{hangs_first}".lower()
    seen = await visit(lab, harm, page, SENDING[name])
    assert seen.ask.code == Stuck.REQUEST_HELD, str(seen)
    if hangs_first:  # what the page asks for waits in the browser for an answer that never comes
        lab.signal(services.BROWSER_HOST, signal.SIGSTOP)
        await asyncio.sleep(A_WHILE)
    lab.signal(services.BROWSER_HOST, signal.SIGKILL)
    living = asyncio.create_task(hear_it_live(harm, page, after=time.monotonic() + KILLED_SECONDS))
    lost = asyncio.create_task(see_it_lost(lab, seen.job.id))
    done, pending = await asyncio.wait({living, lost}, return_when=asyncio.FIRST_COMPLETED)
    for one in pending:
        one.cancel()
    for one in done:
        one.result()
    await asyncio.sleep(A_WHILE)
    assert leaked(harm, page) == []
    await lab.cancel(seen.job.id)
    seen = await lab.finished(seen.job.id)
    assert leaked(harm, page) == [], str(seen)
    losses = [event.reason for event in seen.named("SessionLost") if isinstance(event, SessionLost)]
    assert set(losses) <= {SessionLoss.HOST_WAS_AWAY}, str(seen)  # on a busy machine the successor may come too late
    assert seen.phase is Phase.CANCELLED, str(seen)
    assert held_of(seen), str(seen)
