"""One action goes up the tiers while the others of its page are done; a recommended tier is where it starts."""

from __future__ import annotations

from msgspec.structs import replace

from ghosthands.domain import job, plan
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.engine import READING_TIER, EngineName
from ghosthands.domain.human import AskKind, Resolution, Review
from ghosthands.domain.job import StepKind
from ghosthands.domain.page import FieldFact
from ghosthands.domain.session import ActionFailed, ActionVerified
from ghosthands.testkit.story import Story, fill, form

OURS, DOM, CUA, VISION = (
    EngineName.PLAYWRIGHT,
    EngineName.STAGEHAND_DOM,
    EngineName.STAGEHAND_CUA,
    EngineName.MAGNITUDE,
)
ALL = (OURS, DOM, CUA, VISION)
NAME, EMPTY = FieldFact("name", required=True, filled=True), FieldFact("email", required=True)
PAGE = form(NAME, EMPTY)
FILLED = form(NAME, FieldFact("email", required=True, filled=True, equals_key="profile.email"))


def recommended(tier: int, engines: tuple[EngineName, ...] = ALL, key: str | None = None) -> Story:
    """A page of two fields, of which planner recommends one for that tier."""
    action = replace(fill("email", key=key), tier=tier)
    return Story().begun(engines, review=Review.NEVER).observed(PAGE).no_recipe().planned(fill("name"), action)


def one_failed(story: Story, code: str = ActionFailure.NOT_KEPT) -> Story:
    """Both were run by our own hand, and only the name was right."""
    cause = story.expect_step(StepKind.RUN_ACTIONS)
    for action in story.job.work.pending:
        done = {"cause": cause, "action_id": action.id, "took_ms": 1}
        story.tell(
            ActionVerified(**done, field_id="name", fingerprint="f" * 64)  # type: ignore[arg-type]
            if action.field_id == "name"
            else ActionFailed(**done, target="email", code=code)  # type: ignore[arg-type]
        )
    return story.observed(PAGE)


def to_be_read() -> Story:
    """Neither our own hand nor what reads the tree could fill it: its question is to be read."""
    story = one_failed(recommended(0))
    story.proceed_to(job.TierEscalated)
    story.switched(DOM).not_filled().observed(PAGE)
    story.proceed_to(job.TierEscalated)
    return story


def test_one_action_goes_up_tier_by_tier_to_a_human_while_the_other_stays_done() -> None:
    story = one_failed(recommended(0))
    told = [story.proceed_to(job.TierEscalated)]
    story.switched(DOM).not_filled("no_such_option").observed(PAGE)
    told.append(story.proceed_to(job.TierEscalated))
    story.questions_read("email").planned(fill("email", "anew")).switched(OURS).not_filled().observed(PAGE)
    for engine in (CUA, VISION):
        told.append(story.proceed_to(job.TierEscalated))
        story.switched(engine).not_filled().observed(PAGE)
    asked = story.proceed_to(job.HumanRequested)
    assert [(one.tier, one.target, one.failed_at, one.failures) for one in told] == [
        (1, DOM, (0,), ("not_kept",)),
        (2, DOM, (1,), ("no_such_option",)),
        (3, CUA, (2,), ("not_kept",)),
        (3, VISION, (3,), ("not_kept",)),
    ]
    assert all(len(one.actions) == 1 for one in told), "the name is nobody's any more"
    assert (asked.kind, asked.fields) == (AskKind.FIELDS, (plan.Unanswered("email", "q-email"),))


def test_what_is_planned_for_the_question_as_read_is_our_own_hands_to_put_in() -> None:
    story = to_be_read().questions_read("email").planned(fill("email", "anew")).switched(OURS)
    story.expect_step(StepKind.RUN_ACTIONS)
    (action,) = story.job.work.pending
    assert (action.id, action.tier, story.job.work.engine) == ("anew", READING_TIER, OURS)


def test_where_planning_knows_no_better_the_answer_stands() -> None:
    story = to_be_read().questions_read("email").planned(unanswered=(plan.Unanswered("email", "q-other"),))
    (action,) = story.switched(OURS).job.work.pending
    assert (action.key, action.tier) == ("profile.email", READING_TIER)


def test_a_draft_is_written_for_the_question_as_read() -> None:
    story = one_failed(recommended(2, key="drafts.old"))
    story.proceed_to(job.TierEscalated)
    story.switched(DOM).questions_read("email").planned(fill("email", "anew", key="drafts.new"))
    (action,) = story.switched(OURS).job.work.pending
    assert (action.key, action.tier) == ("drafts.new", READING_TIER)


def test_a_draft_for_the_question_as_read_is_read_by_a_human_too() -> None:
    action = replace(fill("email", key="drafts.old"), tier=2)
    story = Story().begun(ALL).observed(PAGE).no_recipe().planned(fill("name"), action)
    story.proceed_to(job.HumanRequested)
    story.resolved(Resolution.DONE, approved=("q-email",)).proceed_to(job.JobResumed)
    one_failed(story.observed(PAGE).no_recipe().planned(fill("name"), action)).proceed_to(job.TierEscalated)
    anew = replace(fill("email", "anew", key="drafts.new"), question_key="q-as-read")
    asked = story.switched(DOM).questions_read("email").planned(anew).proceed_to(job.HumanRequested)
    assert (asked.kind, asked.fields) == (AskKind.REVIEW, (plan.Unanswered("email", "q-as-read"),))


def test_a_question_that_turns_out_to_be_another_is_a_humans() -> None:
    for answer in (
        {"actions": (fill("email", "anew", key="profile.phone"),)},
        {"actions": (replace(fill("email", "anew"), negated=True),)},
        {"left_alone": (plan.LeftAlone("email", "other_person"),)},
        {"unclear": (plan.Unanswered("email", "q-email"),)},
    ):
        rest = dict(answer)
        story = to_be_read().questions_read("email")
        story.planned(*rest.pop("actions", ()), **rest)  # type: ignore[arg-type]
        assert story.proceed_to(job.HumanRequested).kind is AskKind.FIELDS


def test_what_is_recommended_for_a_tier_starts_there_once_the_rest_is_done() -> None:
    story = recommended(1).verified().observed(PAGE)
    escalated = story.proceed_to(job.TierEscalated)
    assert (escalated.tier, escalated.target, escalated.failed_at) == (1, DOM, (1,))
    assert escalated.failures == (ActionFailure.RECOMMENDED,)


def test_what_is_recommended_for_sight_is_not_read_first() -> None:
    story = recommended(3).verified().observed(PAGE)
    assert story.proceed_to(job.TierEscalated).target is CUA


def test_what_no_engine_of_the_host_is_dear_enough_for_is_our_own_hands() -> None:
    for tier, engines in ((1, (OURS,)), (3, (OURS, DOM))):
        story = recommended(tier, engines)
        assert [action.tier for action in story.job.work.pending] == [0, 0]


def test_a_draft_is_our_own_hands_at_the_tier_it_was_asked_at() -> None:
    assert [action.tier for action in recommended(2).job.work.pending] == [0, 2]


def test_what_the_recommended_tiers_could_not_do_our_own_hand_tries_before_a_human_is_asked() -> None:
    story = recommended(3).verified().observed(PAGE)
    for engine in (CUA, VISION):
        story.proceed_to(job.TierEscalated)
        story.switched(engine).not_filled().observed(PAGE)
    last = story.proceed_to(job.TierEscalated)
    assert (last.tier, last.target) == (0, OURS)
    story.switched(OURS).verified().observed(FILLED)
    story.proceed_to(job.EffectIntended)
