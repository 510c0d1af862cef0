"""Who looks after the installation hears of waiting jobs from a hitl-gateway on a real NATS, and of nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ghosthands.domain.human import HumanNotified, HumanResolved

if TYPE_CHECKING:
    from conftest import Case, Lookout

pytestmark = pytest.mark.integration


async def test_a_job_that_waits_is_told_of_once_by_webhook_and_by_encrypted_mail(case: Case, lookout: Lookout) -> None:
    asked = await case.ask()
    notice = await lookout.until_told(case.id)
    assert (notice["event"], notice["request_id"]) == ("needs_human", asked.request_id)
    assert "Why us?" in notice["description"]
    told = {(await case.until_notified(way)).way for way in ("webhook", "email")}
    assert told == {"webhook", "email"}
    (mail,) = lookout.mails(case.id)
    assert mail["Message-ID"] == f"<{asked.request_id}@ghosthands>"
    assert all(lookout.postbox.encrypted)
    assert len(lookout.of(case.id)) == 1


async def test_nobody_is_told_of_what_was_answered_in_time(case: Case, other: Case, lookout: Lookout) -> None:
    asked = await case.ask()
    await case.answer(request_id=asked.request_id, resolution="skip")
    await case.until(HumanResolved)
    await other.ask()  # its timer fires after the first one's
    await other.until(HumanNotified)
    assert (lookout.of(case.id), lookout.mails(case.id)) == ([], [])
