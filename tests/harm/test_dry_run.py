"""A plain dry run sends nothing of the applicant's, on whatever page, judged by all that its server received.

Not the values, not what is typed of one that is looked up, not the file; in no address, header or body; by no page,
frame or worker. With steps it sends what fields look up and upload, and never the application.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from ghosthands.chassis import health
from ghosthands.domain.codes import ActionFailure, BlockerType, DryRunEnd, JobFailure, Stuck
from ghosthands.domain.job import EffectIntended, EffectKind, JobCompleted, Outcome
from ghosthands.domain.session import ActionFailed, ActionStarted, ActionVerified
from ghosthands.practice import app
from ghosthands.practice.desk import Desk
from ghosthands.practice.families import FAMILIES
from ghosthands.practice.switches import Switches
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import PAGES, HarmSite
from .hostile import HOSTILE, LESSER, SERVICE_WORKER, SHARED_WORKER
from .listening import Listener, values_of

pytestmark = pytest.mark.e2e

#: what every run tries; the others are for `make test-harm`
SAMPLE = {"fetch-later", "greenhouse"}
WIDE_PAGES = {**HOSTILE, **LESSER}
#: what a page may still do when its form is filled
MOMENT = 0.5
#: the clumsy pages without a button of theirs, one of which takes its whole form away
CLUMSY_ENDS = dict.fromkeys(("blank", "four_questions", "thief", "unmounting"), f"asks: {Stuck.NO_WAY_ON}")
#: each habit where a family has it, and those of a form also where it has steps
HABITS = [
    *(("ashby" if switch == "suspicious" else "greenhouse", switch) for switch in Switches.__dataclass_fields__),
    *(("workday", switch) for switch in ("unknown", "echo", "rerender", "slow", "flaky", "login")),
]
#: the habits that a dry run does not get past by itself
HABIT_ENDS = {
    "captcha": f"asks: {BlockerType.CAPTCHA}",
    "login": f"asks: {BlockerType.LOGIN}",
    "checking": f"asks: {BlockerType.BOT_CHECK}",
    **dict.fromkeys(("code", "mailed", "totp"), f"asks: {BlockerType.TWO_FACTOR}"),
    "limited": f"asks: {BlockerType.RATE_LIMITED}",
    "closed": JobFailure.JOB_CLOSED,
}


def heavy(names: Any) -> list[Any]:
    return [pytest.param(name, marks=() if name in SAMPLE else pytest.mark.heavy) for name in names]


async def dry_run(lab: Lab, listener: Listener, url: str, **changes: Any) -> tuple[FollowedJob, list[str]]:
    """The job at its end, and what its server was told of the applicant meanwhile."""
    listener.heard.clear()
    body = lab.request(a_posting(), **{"target_url": url, "dry_run": True, **changes})
    job_id = await lab.apply(a_posting(), **body)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    await asyncio.sleep(MOMENT)
    if not seen.over:
        await lab.cancel(job_id)
        await lab.finished(job_id)
    return seen, listener.told(values_of(body), but=url)


def failures(seen: FollowedJob) -> list[str]:
    return [str(event.code) for event in seen.named("ActionFailed") if isinstance(event, ActionFailed)]


def ending(seen: FollowedJob) -> str:
    """What the job came to, why it failed, or what it asks a human about."""
    if ask := seen.asks and seen.job.human.ask:
        return f"asks: {ask.code or ask.kind}"
    ended = [event.outcome for event in seen.named("JobCompleted") if isinstance(event, JobCompleted)]
    return str(ended[0] if ended else seen.job.failure)


@pytest.mark.parametrize("name", heavy(WIDE_PAGES))
async def test_a_hostile_page_tells_its_server_nothing(name: str, lab: Lab, harm: HarmSite) -> None:
    harm.made[f"/{name}"] = WIDE_PAGES[name].html(name)
    harm.made[f"/{name}/worker.js"], harm.made[f"/{name}/shared.js"] = SERVICE_WORKER, SHARED_WORKER
    seen, told = await dry_run(lab, harm.listener, f"http://127.0.0.1:{harm.port}/{name}")
    assert told == [], str(seen)
    assert harm.listener.heard
    assert ending(seen) == Outcome.DRY_RUN, str(seen)


@pytest.mark.parametrize("name", heavy(sorted(page.stem for page in PAGES.glob("*.html"))))
async def test_a_clumsy_page_tells_its_server_nothing(name: str, lab: Lab, harm: HarmSite) -> None:
    seen, told = await dry_run(lab, harm.listener, harm.url(name))
    assert told == [], str(seen)
    assert harm.listener.heard
    assert ending(seen) == CLUMSY_ENDS.get(name, Outcome.DRY_RUN), str(seen)


async def test_what_would_have_to_be_sent_is_not_tried(lab: Lab, harm: HarmSite) -> None:
    seen, told = await dry_run(lab, harm.listener, harm.url("telling"))
    assert told == [], str(seen)
    assert ending(seen) == Outcome.DRY_RUN, str(seen)
    assert failures(seen) == [ActionFailure.NOT_TRIED], str(seen)
    actions = {event.action_id: event.key for event in seen.named("ActionStarted") if isinstance(event, ActionStarted)}
    kept = {actions[event.action_id] for event in seen.named("ActionVerified") if isinstance(event, ActionVerified)}
    assert kept >= {"profile.email", "profile.phone", "profile.linkedin_url"}, str(seen)  # as the page shows them


@pytest.mark.heavy
async def test_with_steps_fields_look_up_and_upload_and_the_application_stays(lab: Lab, harm: HarmSite) -> None:
    seen, told = await dry_run(lab, harm.listener, harm.url("telling"), dry_run="steps")
    assert ending(seen) == Outcome.DRY_RUN, str(seen)
    assert failures(seen) == [], str(seen)
    ways = {way for one in told for way in ("/told/places", "/told/upload") if way in one}
    assert ways == {"/told/places", "/told/upload"}, told
    sent = [one for one in harm.listener.heard if one.method == "POST" and "/told" not in one.address]
    assert sent == [], str(seen)


@pytest.fixture(scope="module")
async def practice() -> AsyncIterator[tuple[Desk, Listener, int]]:
    """The practice site, with somebody listening at its door."""
    desk = Desk()
    listener = Listener(app.build(desk))
    async with health.serving(listener, "127.0.0.1", 0) as port:
        yield desk, listener, port


async def try_family(
    lab: Lab, practice: tuple[Desk, Listener, int], family: str, query: str = "", **changes: Any
) -> FollowedJob:
    desk, listener, port = practice
    posting = a_posting(family, slug="driftwood")
    seen, told = await dry_run(lab, listener, f"http://127.0.0.1:{port}{posting.path}{query}", **changes)
    assert told == [], str(seen)
    assert listener.heard
    assert desk.ledger.of(posting.key) == [], str(seen)
    return seen


@pytest.mark.parametrize("family", heavy(family.name for family in FAMILIES))
async def test_every_family_is_told_nothing(family: str, lab: Lab, practice: tuple[Desk, Listener, int]) -> None:
    seen = await try_family(lab, practice, family)
    assert ending(seen) == Outcome.DRY_RUN, str(seen)


@pytest.mark.heavy
@pytest.mark.parametrize(("family", "switch"), HABITS)
async def test_no_habit_of_a_site_makes_a_dry_run_tell_anything(
    family: str, switch: str, lab: Lab, practice: tuple[Desk, Listener, int]
) -> None:
    seen = await try_family(lab, practice, family, f"?{switch}=1")
    assert ending(seen) == HABIT_ENDS.get(switch, Outcome.DRY_RUN), str(seen)


@pytest.mark.parametrize(
    ("family", "steps"),
    [("stepwise", [""]), pytest.param("workday", [f"/steps/{at}" for at in range(1, 6)], marks=pytest.mark.heavy)],
)
async def test_with_steps_each_is_sent_once_and_the_last_press_never(
    family: str, steps: list[str], lab: Lab, practice: tuple[Desk, Listener, int]
) -> None:
    desk, listener, port = practice
    posting = a_posting(family, slug="driftwood")
    seen, _ = await dry_run(lab, listener, f"http://127.0.0.1:{port}{posting.path}", dry_run="steps")
    sent = [one.address for one in listener.heard if one.method != "GET"]
    assert sent == [posting.path + step for step in steps], str(seen)
    assert desk.ledger.of(posting.key) == [], str(seen)
    kinds = [event.kind for event in seen.named("EffectIntended") if isinstance(event, EffectIntended)]
    assert kinds == [EffectKind.STEP] * len(steps), str(seen)
    assert len(seen.named("StepTaken")) == len(steps), str(seen)
    (ended,) = seen.named("JobCompleted")
    assert isinstance(ended, JobCompleted)
    last = len(steps) + 1
    assert (ended.outcome, ended.ended_before) == (Outcome.DRY_RUN, DryRunEnd.SUBMIT), str(seen)
    assert (ended.page, ended.pages) == (last, last), str(seen)
