"""A tenant that wants an account first: signed in to, made once, and a human's help where the password is wrong."""

from __future__ import annotations

import signal
from typing import Any

import msgspec
import pytest

from ghosthands.domain import ids, services
from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import EffectIntended, EffectKind, Phase
from ghosthands.domain.page import PageType
from ghosthands.domain.session import ActionFailed
from ghosthands.practice.accounts import AccountAct
from ghosthands.practice.holds import HoldPoint
from ghosthands.practice.postings import Posting
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

HEAVY = pytest.mark.heavy
NAME = "jordan.at.work@login.example"
PASSWORD = "correct horse battery staple"
WRONG = "quite the wrong one"

_tenants = iter(range(1_000))


@pytest.fixture
def posting() -> Posting:
    """A posting of a tenant that nobody has an account at."""
    return a_posting("workday", slug=f"tenant-{next(_tenants)}")


def login(password: str = PASSWORD, **more: Any) -> dict[str, Any]:
    return {"domain": "127.0.0.1", "username": NAME, "password": password, **more}


async def apply(lab: Lab, posting: Posting, *credentials: dict[str, Any], query: str = "?login=1", **more: Any) -> str:
    """By somebody of whom nothing is known but these credentials, and those they gave at the tenant before."""
    user = ids.derived("somebody at", posting.slug)
    return await lab.apply(posting, query=query, credentials=credentials, valet_user_id=user, **more)


async def settled(lab: Lab, job_id: str) -> FollowedJob:
    return await lab.until(job_id, lambda seen: seen.over or seen.asks, timeout=200)


def problems(lab: Lab, posting: Posting, deed: AccountAct) -> list[bool]:
    """Of each try whether it was refused."""
    return [bool(each.problem) for each in lab.site.desk.accounts.of(posting.slug, deed)]


def check_sent(lab: Lab, posting: Posting, seen: FollowedJob) -> None:
    """It arrived once, and the log says nothing of what was typed to get in."""
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert lab.submissions(posting) == 1
    told = msgspec.json.encode([one.event for one in seen.recorded])
    assert not any(secret.encode() in told for secret in (NAME, PASSWORD, WRONG))


async def helped(lab: Lab, posting: Posting, **more: Any) -> str:
    """A job whose password is wrong, which a human was asked about and gave the right one for."""
    lab.site.desk.accounts.add(posting.slug, NAME, PASSWORD)
    job_id = await apply(lab, posting, login(WRONG, create_account=False), **more)
    asked = (await lab.asking(job_id)).ask
    assert (asked.kind, asked.code) == ("blocker", Stuck.CREDENTIALS_REFUSED)
    assert problems(lab, posting, AccountAct.SIGN_IN) == [True]
    given = {"username": NAME, "password": PASSWORD}
    await lab.answer(job_id, Resolution.CREDENTIALS, credentials=given)
    return job_id


async def test_a_wrong_password_is_tried_once_and_the_humans_then_opens_the_form(lab: Lab, posting: Posting) -> None:
    job_id = await helped(lab, posting)
    await lab.until(job_id, lambda seen: seen.job.page is not None and seen.job.page.page_type is PageType.FORM)
    await lab.cancel(job_id)
    assert (await lab.finished(job_id)).phase is Phase.CANCELLED
    assert problems(lab, posting, AccountAct.SIGN_IN) == [True, False]
    assert problems(lab, posting, AccountAct.CREATE) == []


@HEAVY
async def test_what_a_human_gave_is_enough_for_the_whole_application(lab: Lab, posting: Posting) -> None:
    job_id = await helped(lab, posting, query="?login=1&echo=1")
    check_sent(lab, posting, await lab.finished(job_id, timeout=200))


@HEAVY
async def test_an_account_is_made_once_and_the_next_job_signs_in_to_it(lab: Lab, posting: Posting) -> None:
    seen = await settled(lab, await apply(lab, posting, login()))
    check_sent(lab, posting, seen)
    assert len(seen.named("AccountCreated")) == 1
    another = a_posting("workday", slug=posting.slug)
    check_sent(lab, another, await settled(lab, await apply(lab, another)))
    assert problems(lab, posting, AccountAct.CREATE) == [False]
    assert problems(lab, posting, AccountAct.SIGN_IN) == [False]


@HEAVY
async def test_an_account_that_there_is_already_is_signed_in_to(lab: Lab, posting: Posting) -> None:
    lab.site.desk.accounts.add(posting.slug, NAME, PASSWORD)
    seen = await settled(lab, await apply(lab, posting, login(create_account=True)))
    check_sent(lab, posting, seen)
    assert problems(lab, posting, AccountAct.CREATE) == [True]
    assert problems(lab, posting, AccountAct.SIGN_IN) == [False]


@HEAVY
@pytest.mark.parametrize("query", ["?login=1&echo=1", "?login=1&slow=1"])
async def test_a_site_that_behaves_badly_lets_one_in_all_the_same(lab: Lab, posting: Posting, query: str) -> None:
    lab.site.desk.accounts.add(posting.slug, NAME, PASSWORD)
    seen = await settled(lab, await apply(lab, posting, login(create_account=False), query=query))
    check_sent(lab, posting, seen)


@HEAVY
async def test_credentials_for_another_site_are_not_typed_here(lab: Lab, posting: Posting) -> None:
    lab.site.desk.accounts.add(posting.slug, NAME, PASSWORD)
    elsewhere = {**login(), "domain": "login.example"}
    seen = await settled(lab, await apply(lab, posting, elsewhere))
    assert (seen.ask.kind, seen.ask.code) == ("blocker", "login")
    assert lab.site.desk.accounts.of(posting.slug, AccountAct.SIGN_IN) == []
    assert not (await lab.unhelped(seen.job.id)).named("SubmitConfirmed")


@HEAVY
async def test_a_dry_run_makes_no_account(lab: Lab, posting: Posting) -> None:
    seen = await settled(lab, await apply(lab, posting, login(create_account=True), dry_run=True))
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert lab.site.desk.accounts.of(posting.slug, AccountAct.CREATE) == []


@HEAVY
@pytest.mark.parametrize("service", [services.BROWSER_HOST, services.EXECUTOR])
async def test_an_account_whose_maker_dies_before_the_answer_is_looked_into_and_not_made_again(
    lab: Lab, posting: Posting, service: str
) -> None:
    lab.site.holds.arm(posting.key, HoldPoint.AFTER_COUNT)
    job_id = await apply(lab, posting, login())
    await lab.held(posting)
    lab.signal(service, signal.SIGKILL)
    await lab.until(job_id, lambda seen: _is_looked_into(seen, service))
    lab.site.holds.release()
    seen = await settled(lab, job_id)
    check_sent(lab, posting, seen)
    assert problems(lab, posting, AccountAct.CREATE) == [False]
    intended = [event.kind for event in seen.named("EffectIntended") if isinstance(event, EffectIntended)]
    assert [kind for kind in intended if kind is not EffectKind.STEP] == [EffectKind.CREATE_ACCOUNT, EffectKind.SUBMIT]


def _is_looked_into(seen: FollowedJob, killed: str) -> bool:
    """Whether the next process has the job in hand."""
    if killed == services.EXECUTOR:
        return len(seen.named("JobClaimed")) > len(seen.named("SessionOpened")) + 1
    interrupted = (
        isinstance(event, ActionFailed) and event.code == "interrupted" for event in seen.named("ActionFailed")
    )
    return any(interrupted) or bool(seen.named("SessionLost"))
