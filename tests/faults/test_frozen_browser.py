"""A Chromium that stops under a well host: its job goes on in another one or asks, and what was sent was sent once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ghosthands import chromium
from ghosthands.browser_host.driving.faults import VARIABLE, Blow
from ghosthands.domain import services
from ghosthands.domain.job import Phase
from ghosthands.domain.session import SessionLost
from ghosthands.stack import Tolerance
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

#: where one browser each is stopped: while a page is read, before the click, and after it
STEPS = ("observe", "submit", "pressed")
#: an operation in a browser gets two minutes, a page with an open intent three
PATIENT_SECONDS = 700.0


@pytest.mark.parametrize("blow", [Blow.FREEZE, Blow.FREEZE_PAGES])
async def test_an_application_whose_browser_stops_is_sent_once_or_asked_about(open_folder: Path, blow: Blow) -> None:
    planned = " ".join(f"{step}:{blow}:{open_folder / step}" for step in STEPS)
    by_service = {services.BROWSER_HOST: {VARIABLE: planned}}
    async with Lab.start(open_folder / "lab", tolerance=Tolerance(running=10_000.0), by_service=by_service) as lab:
        postings = [a_posting() for _ in STEPS]
        jobs = [await lab.apply(posting) for posting in postings]
        waiting = (lab.until(job, lambda seen: seen.over or seen.asks, timeout=PATIENT_SECONDS) for job in jobs)
        ends = await asyncio.gather(*waiting)
        sent = [lab.submissions(posting) for posting in postings]
        still_stopped = [one for one in chromium.find_processes(lab.stack.state.browsers) if is_stopped(one.pid)]
    assert all((open_folder / step).exists() for step in STEPS)
    assert all(map(is_true_to, ends, sent)), (sent, *ends)
    assert not still_stopped  # nothing is left that a SIGCONT could have go on
    # where pages alone stop, each may go on in a process of its own, and cost no browser
    assert blow is Blow.FREEZE_PAGES or any(seen.named(SessionLost.__name__) for seen in ends)


def is_true_to(seen: FollowedJob, sent: int) -> bool:
    """Whether the job's end tells what its site received: once, or a human is asked whether it was sent."""
    if seen.phase is Phase.COMPLETED:
        return sent == 1
    return sent <= 1 and bool(seen.named("SubmitUnclear"))


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
