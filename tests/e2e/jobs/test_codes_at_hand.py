"""Codes that nobody is asked for: an authenticator's, and one that comes by mail while the page waits for it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
import pytest

from ghosthands.domain.code_sources import CodeSourcesOf, GivenAuthenticator, GivenMailbox
from ghosthands.domain.job import Phase
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.practice.walls import MAILED_CODE, TOTP_SECRET
from ghosthands.testkit.imap_server import PASSWORD, USER, ImapServer, serving_imap
from ghosthands.testkit.lab import TENANT, FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture
async def mailbox() -> AsyncIterator[ImapServer]:
    async with serving_imap() as running:
        yield running


async def sent_unasked(lab: Lab, job_id: str) -> FollowedJob:
    """The job ends submitted, and no human was asked for anything."""
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks, timeout=200)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert not seen.named("HumanRequested")
    return seen


async def test_codes_are_computed_and_read_with_nobody_there(lab: Lab, mailbox: ImapServer) -> None:
    first = await lab.apply(a_posting(), query="?totp=1")
    asked = await lab.asking(first)
    request = asked.job.request
    assert request is not None
    assert asked.ask.code == "two_factor"
    sources = CodeSourcesOf(
        tenant=TENANT,
        applicant=request.applicant,
        authenticator=GivenAuthenticator(domain="127.0.0.1", secret=TOTP_SECRET),
        mailbox=GivenMailbox(host="127.0.0.1", port=mailbox.port, username=USER, password=PASSWORD),
    )
    await micro.ask(lab.bus, subjects.CODE_SOURCES, msgspec.json.encode(sources), timeout=30)
    await lab.cancel(first)
    computed, mailed = a_posting(), a_posting("lever")
    mailbox.receive("evil@evil.example", "Your verification code is 999888. http://evil.example/")
    mailbox.receive("careers@mailer.example", f"Your verification code is {MAILED_CODE}. {lab.site.url(mailed)}")
    for posting, query, source in ((computed, "?totp=1", "authenticator"), (mailed, "?mailed=1", "mailbox")):
        seen = await sent_unasked(lab, await lab.apply(posting, query=query))
        assert lab.submissions(posting) == 1
        (sought,) = seen.named("CodeSought")
        assert (getattr(sought, "source", ""), getattr(sought, "outcome", "")) == (source, "found")
        told = msgspec.json.encode([one.event for one in seen.recorded])
        assert not any(secret.encode() in told for secret in (MAILED_CODE, TOTP_SECRET, PASSWORD))
