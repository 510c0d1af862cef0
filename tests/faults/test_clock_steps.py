"""A clock that is set by an hour while jobs run: none is ended for time that never passed, none waits for it."""

from __future__ import annotations

import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.domain.job import Phase
from ghosthands.stack.services import module_command
from ghosthands.testkit.lab import Lab, a_posting

pytestmark = [pytest.mark.faults, pytest.mark.timeout(400)]

#: by Debian, and by others
LIBRARIES = ("lib/*/faketime/libfaketime.so.1", "lib64/faketime/libfaketime.so.1")
#: starts a service whose helpers and browsers keep the machine's clock
APART = "import os, runpy, sys; del os.environ['LD_PRELOAD']; runpy.run_module(sys.argv[1], run_name='__main__')"

SetClocks = Callable[[str], None]


@pytest.fixture(scope="module")
def set_clocks(open_folder: Path) -> SetClocks:
    """Sets the clocks of all services off by so much, as `+3600s`."""

    def set_off(by: str) -> None:
        (open_folder / "clock").write_text(by)

    return set_off


@pytest.fixture(scope="module")
def library() -> Path:
    """What tells a process another time."""
    found = (path for pattern in LIBRARIES for path in Path("/usr").glob(pattern))
    if (first := next(found, None)) is None:
        pytest.skip("libfaketime is not here (Debian: apt-get install faketime)")
    return first


@pytest.fixture(scope="module")
async def lab(open_folder: Path, library: Path, set_clocks: SetClocks) -> AsyncIterator[Lab]:
    set_clocks("+0s")
    environment = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(open_folder / "clock"),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    async with Lab.start(open_folder / "clocks", environment=environment, service_command=start_apart) as running:
        yield running


def start_apart(service: str) -> Sequence[str]:
    """The command line of a service that tells nobody else the other time."""
    *_, module = module_command(service)
    return [sys.executable, "-c", APART, module]


@pytest.mark.parametrize("step", ["+3600s", "-3600s"])
async def test_a_job_that_runs_is_sent(lab: Lab, set_clocks: SetClocks, step: str) -> None:
    set_clocks("+0s")
    posting = a_posting()
    job_id = await lab.apply(posting)
    await lab.until(job_id, lambda seen: seen.phase is Phase.RUNNING)
    set_clocks(step)
    seen = await lab.finished(job_id)
    assert (seen.phase, lab.submissions(posting)) == (Phase.COMPLETED, 1), str(seen)


@pytest.mark.parametrize("step", ["+3600s", "-3600s"])
async def test_a_job_that_waits_for_a_human_goes_on(lab: Lab, set_clocks: SetClocks, step: str) -> None:
    set_clocks("+0s")
    posting = a_posting("stepwise")
    job_id = await lab.apply(posting, query="?unknown=1")
    asked = (await lab.asking(job_id)).ask
    set_clocks(step)
    values = {asked.fields[0].question_key: "Norwegian blue"}
    await lab.answer(job_id, values=values, request_id=asked.request_id)
    seen = await lab.finished(job_id)
    assert (seen.phase, lab.submissions(posting)) == (Phase.COMPLETED, 1), str(seen)


@pytest.mark.parametrize("step", ["+3600s", "-3600s"])
async def test_the_browsers_of_a_host_that_dies_meanwhile_are_adopted(
    lab: Lab, set_clocks: SetClocks, step: str
) -> None:
    set_clocks("+0s")
    posting = a_posting("stepwise")
    job_id = await lab.apply(posting, query="?unknown=1")
    asked = (await lab.asking(job_id)).ask
    set_clocks(step)
    lab.signal(services.BROWSER_HOST, signal.SIGKILL)
    await lab.stack.wait_until_restarted(services.BROWSER_HOST, lab.stack.process(services.BROWSER_HOST).restarts + 1)
    values = {asked.fields[0].question_key: "Norwegian blue"}
    await lab.answer(job_id, values=values, request_id=asked.request_id)
    seen = await lab.finished(job_id)
    assert (seen.phase, lab.submissions(posting)) == (Phase.COMPLETED, 1), str(seen)
    assert len(seen.named("SessionOpened")) == 1, str(seen)


@pytest.mark.parametrize("step", ["+3600s", "-3600s"])
async def test_a_question_that_nobody_answers_ends_when_its_time_is_up(
    lab: Lab, set_clocks: SetClocks, step: str
) -> None:
    set_clocks("+0s")
    job_id = await lab.apply(a_posting("stepwise"), query="?unknown=1", human_timeout_seconds=10)
    await lab.asking(job_id)
    set_clocks(step)
    seen = await lab.finished(job_id)
    assert (seen.phase, seen.job.failure) == (Phase.FAILED, "hitl_timeout"), str(seen)
