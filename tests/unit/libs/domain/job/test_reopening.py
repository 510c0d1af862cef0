"""What a plan left alone is planned again before a button that stays disabled is a human's."""

from __future__ import annotations

from ghosthands.domain import job, page, session
from ghosthands.domain.job.filling import MAX_REOPENED
from ghosthands.domain.plan import LeftAlone
from ghosthands.testkit.story import Story, fill, form

FILLED = page.FieldFact("email", required=True, filled=True)
BOXES = (page.FieldFact("terms"), page.FieldFact("news"))
LEFT = tuple(LeftAlone(box.id, "optional_unknown") for box in BOXES)


def waiting(*boxes: page.FieldFact) -> page.PageSummary:
    return form(FILLED, *boxes, submit_button=None, disabled_button="send")


def waited_for(story: Story, still: page.PageSummary) -> Story:
    """The button is waited for, and stays disabled."""
    assert story.proceed_to(job.StepChosen).actions == ("send",)
    awaiting = story.job.attempt.awaiting
    assert awaiting is not None
    return story.tell(session.PageObserved(cause=awaiting.command_id, session_id="s1", page=still, took_ms=1))


def before_a_disabled_button() -> Story:
    still = waiting(*BOXES)
    story = Story().begun().observed(still).no_recipe().planned(fill("email"), left_alone=LEFT).verified()
    return waited_for(story.observed(still), still)


def test_what_was_left_alone_is_planned_again() -> None:
    story = before_a_disabled_button()
    assert job.unplanned_fields(story.job) == ("terms", "news")
    story.planned(left_alone=LEFT)
    assert story.proceed_to(job.HumanRequested).code == "button_disabled"


def test_what_is_filled_or_was_done_is_not_planned_again() -> None:
    story, still = before_a_disabled_button(), waiting(page.FieldFact("terms", filled=True), BOXES[1])
    story.planned(fill("terms", key="constant.yes"), fill("news", key="constant.no")).verified().observed(still)
    waited_for(story, still)
    assert job.unplanned_fields(story.job) == ()
    assert story.proceed_to(job.HumanRequested).code == "button_disabled"


def test_a_button_is_waited_for_again_once_something_was_done_and_not_for_ever() -> None:
    story, still = before_a_disabled_button(), waiting(*BOXES)
    for _ in range(MAX_REOPENED):
        story.planned(fill("terms", key="constant.no"), left_alone=LEFT[1:]).verified().observed(still)
        waited_for(story, still)
    assert story.proceed_to(job.HumanRequested).code == "button_disabled"
