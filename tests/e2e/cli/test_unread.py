"""An operator ends a job that no release can read, and says afterwards whether it was sent, all by commands."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ghosthands import stack
from ghosthands.cli.requests import TENANT
from ghosthands.domain import services
from ghosthands.stack import logged_in
from ghosthands.testkit import unreadable

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(600)]


def write_unreadable(shell: Any, job_id: str) -> None:
    async def write() -> None:
        running = stack.find_running(shell.state_dir)
        assert running is not None
        async with logged_in(running, services.BROWSER_HOST) as bus:
            await unreadable.write(bus, job_id, tenant=TENANT)

    asyncio.run(write())


@pytest.mark.parametrize(
    ("said", "phase", "submission"),
    [("--submitted", "completed", "confirmed"), ("--not-submitted", "failed", "none")],
)
def test_a_job_that_cannot_be_read_is_ended_and_its_sending_settled(
    shell: Any, site: Any, me: list[str], said: str, phase: str, submission: str
) -> None:
    posting = site.posting("?unknown=1")
    asking = shell.run("apply", posting, *me, "--json")
    assert asking.code == 3, asking.err
    job_id = asking.json["summary"]["job_id"]
    short = job_id[:8]
    write_unreadable(shell, job_id)
    for command in (("show", short), ("answer", short, said)):
        refused = shell.run(*command)
        assert (refused.code, f"ghosthands cancel {job_id} --unread" in refused.err) == (1, True), refused.err
    ended = shell.run("cancel", short, "--unread")
    assert (ended.code, f"ghosthands show {job_id}" in ended.out) == (0, True), ended.err
    shown = shell.run("show", short)
    assert "was the application submitted? The page does not tell" in shown.out
    assert f"ghosthands answer {short} {said}" in shown.out
    vague = shell.run("answer", short, "--done")
    assert (vague.code, "give --submitted or --not-submitted" in vague.err) == (2, True)
    answered = shell.run("answer", short, said)
    assert answered.code == 0, answered.err
    again = shell.run("answer", short, said)
    assert (again.code, "asks nothing" in again.err) == (1, True), again.err
    shell.wait_until(lambda: shell.run("show", short, "--json").json["summary"]["phase"] == phase)
    assert shell.run("show", short, "--json").json["summary"]["submission"] == submission
    assert site.submissions(posting) == 0, "nothing was pressed for it"
