from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from ghosthands.practice.form import PostedForm, UploadedFile
from ghosthands.practice.ledger import Ledger
from ghosthands.practice.postings import Posting

POSTING = Posting("greenhouse", "acme", 1)
NOW = datetime(2026, 11, 21, tzinfo=UTC)


def application(email: str, sha256: str = "aa") -> PostedForm:
    return PostedForm({"email": [email]}, {"resume": UploadedFile("resume.pdf", "application/pdf", 10, sha256)})


async def test_two_posts_of_one_application_are_two_submissions() -> None:
    ledger = Ledger()
    for _ in range(2):
        await ledger.count(POSTING, application("jordan@example.com"), NOW)
    assert [each.number for each in ledger.of(POSTING.key, "Jordan@Example.com")] == [1, 2]
    assert ledger.of(POSTING.key, "someone.else@example.com") == []


async def test_a_refused_post_is_an_attempt_and_no_submission() -> None:
    ledger = Ledger()
    ledger.refuse(POSTING, application("jordan@example.com"), {"phone": "This field is required."})
    [attempt] = ledger.attempts_of(POSTING.key)
    assert (attempt.applicant, attempt.problems) == ("jordan@example.com", {"phone": "This field is required."})
    assert ledger.of() == []


async def test_a_resume_is_compared_with_the_one_expected() -> None:
    ledger = Ledger()
    first = await ledger.count(POSTING, application("a@example.com"), NOW)
    ledger.expect_resume(POSTING.key, "BB")
    second = await ledger.count(POSTING, application("a@example.com", sha256="bb"), NOW)
    third = await ledger.count(POSTING, application("a@example.com", sha256="cc"), NOW)
    assert [each.resume_matches for each in (first, second, third)] == [None, True, False]


async def test_a_missing_resume_does_not_match_the_one_expected() -> None:
    ledger = Ledger()
    ledger.expect_resume(POSTING.key, "bb")
    submission = await ledger.count(POSTING, PostedForm({"email": ["a@example.com"]}), NOW)
    assert submission.resume_matches is False


async def test_waiting_ends_with_the_submission_it_waits_for() -> None:
    ledger = Ledger()
    waiting = asyncio.create_task(ledger.wait_counted(POSTING.key, 1, timeout=30))
    await ledger.count(POSTING, application("a@example.com"), NOW)
    assert await asyncio.wait_for(waiting, 5) == 1


async def test_waiting_in_vain_tells_how_many_there_are() -> None:
    assert await Ledger().wait_counted(POSTING.key, 1, timeout=0.01) == 0


async def test_closing_ends_the_waiting() -> None:
    ledger = Ledger()
    waiting = asyncio.create_task(ledger.wait_counted(POSTING.key, 1, timeout=60))
    await ledger.close()
    assert await asyncio.wait_for(waiting, 5) == 0


async def test_a_cleared_ledger_knows_nothing() -> None:
    ledger = Ledger()
    ledger.expect_resume(POSTING.key, "bb")
    ledger.refuse(POSTING, application("a@example.com"), {})
    await ledger.count(POSTING, application("a@example.com"), NOW)
    ledger.clear()
    again = await ledger.count(POSTING, application("a@example.com"), NOW)
    assert (again.number, again.resume_matches, ledger.attempts) == (1, None, [])
