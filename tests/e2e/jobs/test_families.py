"""Every family of careers sites, through the whole stack: sent once, with exactly what the applicant said."""

from __future__ import annotations

import hashlib
from types import ModuleType

import pytest

from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Phase, SubmissionState
from ghosthands.domain.session import BlockerDetected
from ghosthands.practice import families
from ghosthands.practice.families import FAMILIES, ashby, greenhouse, workday
from ghosthands.practice.form import list_shown, write_out
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import APPLICANTS, JORDAN, SampleApplicant
from ghosthands.practice.switches import Switches
from ghosthands.testkit.applicants import expected
from ghosthands.testkit.lab import Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]
#: one of them is light enough for every test run
SITES = [vars(families)[family.name] for family in FAMILIES if hasattr(vars(families).get(family.name), "form")]


def name_of(value: object) -> str:
    return value.NAME if isinstance(value, ModuleType) else getattr(value, "name", str(value))


async def check(lab: Lab, family: ModuleType, applicant: SampleApplicant, query: str = "") -> None:
    """The application arrives once, as the applicant would have filled it in."""
    posting = a_posting(family.NAME)
    await check_arrival(lab, family, applicant, posting, await lab.apply(posting, applicant, query=query))


async def check_arrival(
    lab: Lab, family: ModuleType, applicant: SampleApplicant, posting: Posting, job_id: str
) -> None:
    """The application of that job arrives once, as the applicant would have filled it in."""
    seen = await lab.until(job_id, lambda seen: seen.over or seen.phase is Phase.WAITING, timeout=200)
    assert seen.phase is Phase.COMPLETED, seen
    assert seen.job.effects.submission is SubmissionState.CONFIRMED
    [submission] = lab.site.ledger.of(posting.key)
    form, received = family.form(posting, Switches()), submission.received
    asked = list_shown(form, received)
    assert write_out(asked, received) == expected(asked, applicant, family.NAME)
    assert not {"follow_company", "marketing_opt_in", "consent[marketing]"} & received.values.keys()
    [resume] = [upload for name, upload in received.uploads.items() if "resume" in name]
    assert resume.sha256 == hashlib.sha256(applicant.resume()).hexdigest()


@pytest.mark.parametrize("family", SITES, ids=name_of)
async def test_an_application_is_what_the_applicant_said(lab: Lab, family: ModuleType) -> None:
    await check(lab, family, JORDAN)


@pytest.mark.parametrize("family", SITES, ids=name_of)
async def test_somebody_else_says_something_else(lab: Lab, family: ModuleType) -> None:
    await check(lab, family, APPLICANTS[1])


BADLY = [(family, mode) for family in (ashby, greenhouse, workday) for mode in ("slow", "flaky", "rerender")]


@pytest.mark.parametrize(("family", "mode"), [one for one in BADLY if one != (workday, "flaky")], ids=name_of)
async def test_a_site_that_behaves_badly_gets_the_same(lab: Lab, family: ModuleType, mode: str) -> None:
    await check(lab, family, JORDAN, f"?{mode}=1")


async def test_a_step_whose_answer_is_cut_off_is_sent_again_on_a_humans_word_alone(lab: Lab) -> None:
    posting = a_posting(workday.NAME)
    job_id = await lab.apply(posting, query="?flaky=1")
    seen = await lab.asking(job_id, timeout=200)
    assert (seen.ask.kind, len(seen.named("EffectIntended"))) == ("submit_unclear", 1)
    await lab.answer(job_id, Resolution.SKIP)
    await lab.until(job_id, lambda seen: seen.named("EffectNotDone"))
    await check_arrival(lab, workday, JORDAN, posting, job_id)


@pytest.mark.parametrize(
    ("family", "wall", "kind", "evidence"),
    [
        ("ashby", "captcha", "captcha", "recaptcha box"),
        ("icims", "login", "login", "password field"),
        ("workday", "login", "login", "password field"),
        ("lever", "code", "two_factor", "code field, sent"),
        ("greenhouse", "limited", "rate_limited", "status 429"),
    ],
)
async def test_a_wall_stops_the_job_and_says_which_and_by_what_sign(
    lab: Lab, family: str, wall: str, kind: str, evidence: str
) -> None:
    posting = a_posting(family)
    job_id = await lab.apply(posting, query=f"?{wall}=1")
    seen = await lab.asking(job_id)
    assert (seen.ask.kind, seen.ask.code) == ("blocker", kind)
    found = seen.named("BlockerDetected")[-1]
    assert isinstance(found, BlockerDetected)
    assert (found.type, found.evidence, found.confidence >= 0.8) == (kind, evidence, True)
    assert not (await lab.unhelped(job_id)).named("SubmitConfirmed")
    assert lab.submissions(posting) == 0


@pytest.mark.parametrize("family", ["greenhouse", "lever"])
async def test_a_closed_posting_ends_the_job(lab: Lab, family: str) -> None:
    posting = a_posting(family)
    seen = await lab.finished(await lab.apply(posting, query="?closed=1"))
    assert (seen.phase, seen.job.failure, lab.submissions(posting)) == (Phase.FAILED, "job_closed", 0)


@pytest.mark.parametrize("family", ["ashby", "lever"])
async def test_a_site_that_is_suspicious_is_never_taken_for_a_success(lab: Lab, family: str) -> None:
    posting = a_posting(family)
    job_id = await lab.apply(posting, query="?suspicious=1")
    seen = await lab.asking(job_id)
    assert seen.job.effects.submission is not SubmissionState.CONFIRMED
    assert not seen.named("SubmitConfirmed")
    assert lab.submissions(posting) == 0
    assert not (await lab.unhelped(job_id)).named("SubmitConfirmed")
