"""Jobs that send nothing: a form filled and left, a task in words, a page read; each with the dry run's own means."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.domain import job, page
from ghosthands.domain.budget import BudgetExceeded, Measure, Scope
from ghosthands.domain.data import DataExtracted, DataMissed
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job import Outcome, StepKind
from ghosthands.domain.kinds import JobType, WorkMode
from ghosthands.domain.plan import LeftAlone, Unanswered
from ghosthands.domain.requests import RunMode
from ghosthands.domain.task import TaskDone, TaskFailed
from ghosthands.testkit.story import Story, form

STAGEHAND = (EngineName.STAGEHAND_DOM,)


def scrape(*engines: EngineName) -> Story:
    return Story().begun(engines, job_type=JobType.SCRAPE).observed(form())


def read(story: Story, found: bool) -> EngineName:
    """The page was to be read; who read it."""
    cause = story.expect_step(StepKind.EXTRACT_DATA)
    reader, _ = job.wanted_engine(story.job)
    about: dict[str, Any] = {"cause": cause, "session_id": "s1", "engine": reader, "took_ms": 1}
    story.tell(DataExtracted(**about) if found else DataMissed(**about, missing=("title",)))
    return reader


@pytest.mark.parametrize(
    ("wanted", "leaves"),
    [
        (JobType.APPLY, RunMode.REAL),
        (JobType.FILL_FORM, RunMode.DRY_STEPS),
        (JobType.CUSTOM, RunMode.DRY),
        (JobType.SCRAPE, RunMode.DRY),
    ],
)
def test_what_is_wanted_says_what_may_leave_the_browser(wanted: JobType, leaves: RunMode) -> None:
    story = Story().begun(job_type=wanted)
    assert story.job.run_mode is leaves
    assert Story().begun(job_type=wanted, dry_run=True).job.run_mode is RunMode.DRY


@pytest.mark.parametrize("wanted", [JobType.FILL_FORM, JobType.CUSTOM])
def test_a_filled_form_is_the_end_and_no_intent_is_announced(wanted: JobType) -> None:
    ended = Story().filled(job_type=wanted).proceed_to(job.JobCompleted)
    assert (ended.outcome, ended.ended_before) == (Outcome.FILLED, "submit")


def test_a_form_to_be_filled_asks_a_human_for_what_it_must_have() -> None:
    story = Story()
    story.begun(job_type=JobType.FILL_FORM).observed(form(page.FieldFact("pet", required=True))).no_recipe()
    story.planned(unanswered=(Unanswered("pet", "q-pet"),))
    story.proceed_to(job.HumanRequested)


def test_a_task_of_which_nothing_could_be_done_is_not_called_done() -> None:
    story = (
        Story()
        .begun(job_type=JobType.CUSTOM)
        .observed(form())
        .no_recipe()
        .planned(left_alone=(LeftAlone("email", "no_value"),))
    )
    assert story.proceed_to(job.JobFailed).code == "task_not_done"


def test_what_a_page_says_plainly_is_read_without_an_engine() -> None:
    story = scrape(*STAGEHAND)
    assert read(story, found=True) is EngineName.PLAYWRIGHT
    assert story.proceed_to(job.JobCompleted).outcome is Outcome.SCRAPED


def test_what_it_does_not_say_plainly_an_engine_is_asked_for() -> None:
    story = scrape(*STAGEHAND)
    read(story, found=False)
    story.switched(EngineName.STAGEHAND_DOM)
    assert read(story, found=True) is EngineName.STAGEHAND_DOM
    assert story.proceed_to(job.JobCompleted).outcome is Outcome.SCRAPED


@pytest.mark.parametrize("engines", [(), (EngineName.MAGNITUDE,)])
def test_where_no_engine_can_read_it_the_job_fails(engines: tuple[EngineName, ...]) -> None:
    story = scrape(*engines)
    read(story, found=False)
    assert story.proceed_to(job.JobFailed).code == "data_not_found"


def test_a_reader_that_does_not_come_is_not_waited_for_again() -> None:
    story = scrape(*STAGEHAND)
    read(story, found=False)
    story.switched(EngineName.STAGEHAND_DOM, code="engine_unavailable")
    assert story.proceed_to(job.JobFailed).code == "data_not_found"


def in_words(*engines: EngineName, version: int = 1) -> Story:
    mode = WorkMode.AI if version == 1 else None
    request: dict[str, Any] = {"job_type": JobType.CUSTOM, "engine_version": version, "work_mode": mode}
    return Story().begun(engines, **request).observed(form())


def work(story: Story, code: str | None = None, *, vetoed: int = 0) -> EngineName:
    """An engine was to do the task, and did, or with `code` could not; who it was."""
    engine, _ = job.wanted_engine(story.job)
    story.switched(engine)
    about: dict[str, Any] = {"cause": story.expect_step(StepKind.DO_TASK), "session_id": "s1", "engine": engine}
    about |= {"acts": ("click",), "vetoed": vetoed, "took_ms": 1}
    story.tell(TaskFailed(**about, code=code) if code else TaskDone(**about)).observed(form())
    return engine


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(("vetoed", "before"), [(0, None), (2, "submit")])
def test_a_task_in_words_is_an_engines_and_what_it_was_kept_from_is_told(
    version: int, vetoed: int, before: str | None
) -> None:
    story = in_words(*STAGEHAND, version=version)
    assert work(story, vetoed=vetoed) is EngineName.STAGEHAND_DOM
    ended = story.proceed_to(job.JobCompleted)
    assert (ended.outcome, ended.ended_before) == (Outcome.DONE, before)


@pytest.mark.parametrize("version", [1, 2])
def test_a_task_that_one_engine_could_not_do_is_the_next_ones_and_then_not_done(version: int) -> None:
    story = in_words(EngineName.MAGNITUDE, *STAGEHAND, version=version)
    assert [work(story, "not_done"), work(story, "model_failed")] == [EngineName.STAGEHAND_DOM, EngineName.MAGNITUDE]
    assert story.proceed_to(job.JobFailed).code == "task_not_done"


def test_an_engine_that_does_not_come_does_nothing() -> None:
    story = in_words(*STAGEHAND).switched(EngineName.STAGEHAND_DOM, code="engine_unavailable")
    assert story.proceed_to(job.JobFailed).code == "task_not_done"


def test_a_task_in_words_without_an_engine_is_what_our_own_hand_can_fill() -> None:
    assert in_words().proceed_to(job.ModeChosen).engine_version == 2
    assert in_words(version=2).expect_step(StepKind.FIND_RECIPE)


def test_a_task_whose_budget_is_spent_is_not_done_and_no_form_is_filled_instead() -> None:
    story = in_words(EngineName.MAGNITUDE, *STAGEHAND, version=2)
    work(story, "not_done")
    spent: dict[str, Any] = {
        "scope": Scope.JOB,
        "measure": Measure.CALLS,
        "limit": 1,
        "used": 1,
        "wanted": 1,
        "purpose": "act",
    }
    story.tell(BudgetExceeded(at=story.now, **spent))
    assert story.proceed_to(job.JobFailed).code == "task_not_done"


def test_nothing_more_leaves_for_a_task_than_ever_though_a_dry_run_with_steps_is_asked_for() -> None:
    story = Story().begun(job_type=JobType.CUSTOM, dry_run=True, dry_run_steps=True)
    assert story.job.run_mode is RunMode.DRY
