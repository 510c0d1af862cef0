"""Version 1 goes by a manual or an engine; with neither it goes on as version 2, and says so."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ghosthands.domain import job, page
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job import StepKind
from ghosthands.domain.kinds import WorkMode
from ghosthands.domain.plan import ActionKind
from ghosthands.testkit.story import Story, fill, form

MODELLED = (EngineName.PLAYWRIGHT, EngineName.STAGEHAND_DOM)


def begun(mode: WorkMode | None, engines: tuple[EngineName, ...] = (), **request: Any) -> Story:
    """A job of that mode that stands on its form."""
    version = 1 if mode else 2
    return Story().begun(engines, engine_version=version, work_mode=mode, **request).observed(form())


@pytest.mark.parametrize("mode", [WorkMode.HYBRID, WorkMode.AI])
def test_with_neither_a_manual_nor_a_model_it_runs_as_version_2_and_says_so(mode: WorkMode) -> None:
    story = begun(mode)
    chosen = story.proceed_to(job.ModeChosen)
    assert (chosen.engine_version, chosen.work_mode, chosen.reason) == (2, None, "nothing_to_work_by")
    assert (story.job.engine_version, story.job.work_mode) == (2, None)
    story.expect_step(StepKind.FIND_RECIPE)


def test_by_a_manual_alone_it_fails_where_there_is_none() -> None:
    assert begun(WorkMode.COOKBOOK, MODELLED).proceed_to(job.JobFailed).code == "no_manual"


def test_hybrid_without_a_manual_goes_on_by_an_engine_and_says_so() -> None:
    story = begun(WorkMode.HYBRID, MODELLED)
    chosen = story.proceed_to(job.ModeChosen)
    assert (chosen.engine_version, chosen.work_mode, chosen.reason) == (1, WorkMode.AI, "no_manual")


def test_an_engine_fills_every_field_from_the_start_but_files() -> None:
    fields = (page.FieldFact("email", required=True), page.FieldFact("cv", required=True))
    story = Story().begun(MODELLED, engine_version=1, work_mode=WorkMode.AI).observed(form(*fields))
    upload = replace(fill("cv"), kind=ActionKind.UPLOAD, key="files.resume")
    story.planned(fill("email"), upload)
    assert [action.field_id for action in story.job.work.pending] == ["cv"]
    assert [action.field_id for action in story.job.work.failed] == ["email"]


def test_an_engine_that_could_not_makes_way_for_the_next_and_at_last_a_human() -> None:
    story = Story().begun(MODELLED, engine_version=1, work_mode=WorkMode.AI).observed(form()).planned(fill("email"))
    escalated = story.proceed_to(job.TierEscalated)
    assert escalated.target is EngineName.STAGEHAND_DOM


def test_version_2_says_nothing_of_modes() -> None:
    begun(None, MODELLED).expect_step(StepKind.FIND_RECIPE)
