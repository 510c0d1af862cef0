"""What can be asked of jobs, and told to them: jobs, show, answer, replay, rebuild, cancel."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import shutil
from pathlib import Path
from typing import Any

import asyncpg
import pytest

pytestmark = pytest.mark.e2e

UNKNOWN = "0b8f7d3e-0000-5000-8000-000000000001"


def test_jobs_are_listed_the_newest_first(shell: Any, applied: Any) -> None:
    listed = shell.run("jobs", "--json").json
    assert applied["summary"]["job_id"] in [job["job_id"] for job in listed]
    assert [job["created_at"] for job in listed] == sorted((job["created_at"] for job in listed), reverse=True)


def test_jobs_are_listed_by_status_in_a_table(shell: Any, applied: Any) -> None:
    ended = shell.run("jobs", "--status", "completed")
    assert ended.code == 0
    assert applied["summary"]["job_id"][:8] in ended.out
    assert "failed" not in ended.out


def test_a_job_is_shown_by_the_beginning_of_its_id(shell: Any, applied: Any) -> None:
    ended = shell.run("show", applied["summary"]["job_id"][:8].upper())
    assert ended.code == 0, ended.err
    assert "ActionVerified ×" in ended.out
    assert "submission       confirmed" in ended.out


def test_what_is_shown_to_machines_is_what_apply_said(shell: Any, applied: Any) -> None:
    shown = shell.run("show", applied["summary"]["job_id"], "--json").json
    assert shown["summary"] == applied["summary"]
    assert shown["timeline"] == applied["timeline"]


@pytest.mark.parametrize(
    ("command", "job"),
    [
        ("show", UNKNOWN),
        pytest.param("replay", "nonsense", marks=pytest.mark.heavy),
        ("cancel", UNKNOWN),
        pytest.param("answer", "nonsense", marks=pytest.mark.heavy),
    ],
)
def test_an_unknown_job_is_told_as_one(shell: Any, command: str, job: str) -> None:
    ended = shell.run(command, job)
    assert (ended.code, ended.err) == (2, f"there is no job '{job}'; see: ghosthands jobs\n")


def test_a_waiting_job_is_told_shown_and_answered_once(shell: Any, site: Any, me: list[str]) -> None:
    waits = shell.run("apply", site.posting("?unknown=1"), *me)
    assert waits.code == 3, waits.err
    short = waits.out.partition("ghosthands answer ")[2].split()[0]
    shown = shell.run("show", short)
    for told in (waits.out, shown.out):
        assert "What is the favourite colour of this team's parrot?" in told
        assert f"ghosthands answer {short} --value" in told
    (asked,) = shell.run("show", short, "--json").json["waits_for"]["fields"]
    for_nobody = shell.run("answer", short)
    assert (for_nobody.code, "give --value, --file, --credentials, --code, --done or --skip" in for_nobody.err) == (
        2,
        True,
    )
    assert shell.run("answer", short, "--value", "another=blue").code == 2
    answered = shell.run("answer", short, "--value", f"{asked['question_key']}=Norwegian blue")
    assert (answered.code, answered.out) == (0, f"answered; the job goes on: ghosthands show {short}\n")
    again = shell.run("answer", short, "--skip")
    assert (again.code, "asks nothing" in again.err) == (1, True)


def test_without_postgresql_the_log_still_tells_of_a_job(shell: Any, applied: Any, state_dir: Path) -> None:
    state_dir.mkdir()
    for name in ("secrets.json", "stack.json"):
        shutil.copy(shell.state_dir / name, state_dir)
    record = json.loads((state_dir / "stack.json").read_text())
    (state_dir / "stack.json").write_text(json.dumps({**record, "reader_url": "postgresql://x@127.0.0.1:1/x"}))
    elsewhere = dataclasses.replace(shell, state_dir=state_dir)
    assert elsewhere.run("show", applied["summary"]["job_id"]).code == 0
    listed = elsewhere.run("jobs")
    assert (listed.code, "PostgreSQL does not answer" in listed.err) == (4, True)


def test_a_job_that_was_sent_cannot_be_cancelled(shell: Any, applied: Any) -> None:
    ended = shell.run("cancel", applied["summary"]["job_id"])
    assert ended.code == 1
    assert "is completed already" in ended.err


def test_once_its_submission_has_begun_it_is_too_late_to_cancel(shell: Any, site: Any, me: list[str]) -> None:
    posting = site.posting()
    site.hold(posting)
    applying = shell.start("apply", posting, *me)
    short = applying.until(r"job ([\da-f]{8}): requested")[1]
    site.until_held(posting)
    cancelled = shell.run("cancel", short)
    site.release()
    assert (cancelled.code, "too late: the submission" in cancelled.err) == (1, True), cancelled.err
    assert applying.ended().code == 0
    assert site.submissions(posting) == 1


def test_a_replay_tells_every_event_and_finds_the_tables_right(shell: Any, applied: Any) -> None:
    ended = shell.run("replay", applied["summary"]["job_id"][:8], "--verify")
    assert ended.code == 0, ended.out
    assert ended.out.count("ActionVerified") == applied["summary"]["fields_verified"]
    assert "the tables say what the stream says" in ended.out


@pytest.mark.heavy  # tests/integration/projector/test_rebuild.py has it without a browser
def test_a_difference_is_found_told_and_mended_by_a_rebuild(shell: Any, applied: Any) -> None:
    job = applied["summary"]["job_id"]
    asyncio.run(plant(shell, f"update gh.jobs set submission = 'unclear' where job_id = '{job}'"))
    replayed = shell.run("replay", job, "--verify", "--json")
    assert replayed.code == 1
    assert replayed.json["differences"] == ["jobs.submission: the table says 'unclear', the stream 'confirmed'"]
    compared = shell.run("rebuild", "--compare", "--json")
    assert (compared.code, compared.json["equal"]) == (1, False)
    assert shell.run("rebuild").code in (0, 1)
    assert shell.run("rebuild", "--compare").code == 0
    assert shell.run("replay", job, "--verify").code == 0


async def plant(shell: Any, statement: str) -> None:
    """As projector's own role, behind its back."""
    record = json.loads((shell.state_dir / "stack.json").read_text())
    connection = await asyncpg.connect(record["database_url"])
    await connection.execute(statement)
    await connection.close()
