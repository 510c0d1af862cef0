"""Version 1 goes by a manual or an engine; with neither it goes on as version 2, and says so."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ghosthands.domain import job, page
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job import StepKind
from ghosthands.domain.kinds import WorkMode
from ghosthands.domain.manual import ManualAction, ManualMove
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldFact
from ghosthands.domain.plan import ActionKind
from ghosthands.testkit.story import Story, fill, form

MODELLED = (EngineName.PLAYWRIGHT, EngineName.STAGEHAND_DOM)
EMAIL, NAME = FieldFact("email", required=True), FieldFact("name", required=True)


def begun(mode: WorkMode | None, engines: tuple[EngineName, ...] = (), *fields: FieldFact, **request: Any) -> Story:
    """A job of that mode that stands on its form."""
    version = 1 if mode else 2
    return Story().begun(engines, engine_version=version, work_mode=mode, **request).observed(form(*fields))


def chosen(story: Story) -> tuple[int, WorkMode | None, str]:
    """How the job says that it goes on."""
    said = story.proceed_to(job.ModeChosen)
    return said.engine_version, said.work_mode, said.reason


def test_with_neither_a_manual_nor_a_model_it_runs_as_version_2_and_says_so() -> None:
    story = begun(WorkMode.HYBRID).no_manual()
    assert chosen(story) == (2, None, "nothing_to_work_by")
    assert (story.job.engine_version, story.job.work_mode) == (2, None)
    story.expect_step(StepKind.FIND_RECIPE)


def test_by_an_engine_where_there_is_none_it_runs_as_version_2_without_asking_for_a_manual() -> None:
    assert chosen(begun(WorkMode.AI)) == (2, None, "nothing_to_work_by")


def test_by_a_manual_alone_it_fails_where_there_is_none() -> None:
    assert begun(WorkMode.COOKBOOK, MODELLED).no_manual().proceed_to(job.JobFailed).code == "no_manual"


def test_hybrid_without_a_manual_goes_on_by_an_engine_and_says_so() -> None:
    assert chosen(begun(WorkMode.HYBRID, MODELLED).no_manual()) == (1, WorkMode.AI, "no_manual")


@pytest.mark.parametrize("mode", [WorkMode.COOKBOOK, WorkMode.HYBRID])
def test_what_a_manual_fills_is_read_back_and_sent_behind_its_intent_without_a_plan(mode: WorkMode) -> None:
    story = begun(mode, (), EMAIL).by_manual(fill("email")).verified().observed(form(replace(EMAIL, filled=True)))
    story.proceed_to(job.EffectIntended)
    assert story.job.engine_version == 1


@pytest.mark.parametrize("actions", [(), ("email",)])
def test_a_step_that_fails_ends_a_job_by_a_manual_alone(actions: tuple[str, ...]) -> None:
    story = begun(WorkMode.COOKBOOK, MODELLED, EMAIL, NAME).by_manual(*map(fill, actions), failed_step=1)
    if actions:
        story.verified().observed(form(replace(EMAIL, filled=True), NAME))
    assert story.proceed_to(job.JobFailed).code == "manual_failed"


def test_hybrid_goes_on_from_the_failed_step_on_the_same_page() -> None:
    story = begun(WorkMode.HYBRID, (), EMAIL, NAME).by_manual(fill("email"), failed_step=1)
    story.verified().observed(form(replace(EMAIL, filled=True), NAME))
    assert chosen(story) == (2, None, "manual_failed")
    assert job.unplanned_fields(story.job) == ("name",)
    story.expect_step(StepKind.PLAN_PAGE)


def test_an_action_of_a_manual_that_did_not_go_well_is_a_failed_step() -> None:
    story = begun(WorkMode.HYBRID, MODELLED, EMAIL).by_manual(fill("email")).not_filled().observed(form(EMAIL))
    assert chosen(story) == (1, WorkMode.AI, "manual_failed")
    assert job.unplanned_fields(story.job) == ("email",)


def test_a_page_that_wants_more_than_its_manual_gives_is_not_sent() -> None:
    filled = form(replace(EMAIL, filled=True), NAME)
    story = begun(WorkMode.COOKBOOK, (), EMAIL, NAME).by_manual(fill("email")).verified().observed(filled)
    assert story.proceed_to(job.JobFailed).code == "manual_failed"


def test_an_engine_fills_every_field_from_the_start_but_files() -> None:
    story = begun(WorkMode.AI, MODELLED, EMAIL, FieldFact("cv", required=True))
    story.planned(fill("email"), replace(fill("cv"), kind=ActionKind.UPLOAD, key="files.resume"))
    assert [action.field_id for action in story.job.work.pending] == ["cv"]
    assert [action.field_id for action in story.job.work.failed] == ["email"]


def test_what_an_engine_is_to_fill_is_handed_to_the_first_of_the_cascade() -> None:
    story = begun(WorkMode.AI, MODELLED).planned(fill("email"))
    assert story.proceed_to(job.TierEscalated).target is EngineName.STAGEHAND_DOM


def test_version_2_says_nothing_of_modes() -> None:
    begun(None, MODELLED).expect_step(StepKind.FIND_RECIPE)


def test_a_login_is_no_manuals() -> None:
    account = page.AccountForm(purpose=page.AccountPurpose.SIGN_IN, button="go")
    story = Story().begun(engine_version=1, work_mode=WorkMode.COOKBOOK)
    story.observed(form(page_type=page.PageType.LOGIN, account=account, submit_button=None))
    story.expect_step(StepKind.PLAN_PAGE)


CLICK = ManualMove(at=1, action=ManualAction.CLICK, target="more")


def test_a_move_of_the_manual_comes_after_what_it_fills_and_the_manual_goes_on_from_there() -> None:
    more = replace(NAME, filled=False)
    story = begun(WorkMode.COOKBOOK, (), EMAIL).by_manual(fill("email"), move=CLICK).verified()
    story.observed(form(replace(EMAIL, filled=True))).moved().observed(form(replace(EMAIL, filled=True), more))
    assert story.job.manual.moved == (1,)
    story.by_manual(fill("name")).verified().observed(form(replace(EMAIL, filled=True), replace(NAME, filled=True)))
    story.proceed_to(job.EffectIntended)


@pytest.mark.parametrize(("mode", "next_is"), [(WorkMode.COOKBOOK, job.JobFailed), (WorkMode.HYBRID, job.ModeChosen)])
def test_a_move_that_did_not_go_well_ends_the_manual_where_it_stands(mode: WorkMode, next_is: type[Event]) -> None:
    story = begun(mode, (), EMAIL).by_manual(move=CLICK).moved("sends_something").observed(form(EMAIL))
    story.proceed_to(next_is)


def test_what_a_move_would_have_sent_is_announced_by_nobody() -> None:
    story = begun(WorkMode.HYBRID, (), EMAIL).by_manual(move=CLICK).moved("sends_something").observed(form(EMAIL))
    assert story.job.effects.held_press is None
    assert not [one for one in story.log if isinstance(one, job.EffectIntended)]


def test_another_address_is_another_page() -> None:
    story = begun(WorkMode.HYBRID, ()).by_manual(move=ManualMove(at=0, action=ManualAction.NAVIGATE, value="apply"))
    story.moved().observed(form(EMAIL)).by_manual(fill("email"))
    assert story.job.passage.pages == 1


def test_another_attempt_makes_the_moves_anew() -> None:
    story = begun(WorkMode.HYBRID, (), EMAIL).by_manual(move=CLICK).moved()
    story.tell(job.RetryScheduled(attempt=1, code="network_error", due=story.now))
    assert story.job.manual.moved == ()
