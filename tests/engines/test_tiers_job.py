"""One question goes up all tiers to a human, while the rest of its page stays our own hand's."""

from __future__ import annotations

import pytest

from ghosthands.domain import job, session
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import Phase
from ghosthands.practice.model_server import AnswerRule, ModelServer
from ghosthands.practice.questions import AUTHORIZED
from ghosthands.testkit.lab import Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

OURS, DOM, CUA = EngineName.PLAYWRIGHT, EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA


def click(method: str) -> AnswerRule:
    """What reads the tree works the radio button like that."""
    element = {"elementId": "{id}", "description": "the radio button Yes", "method": method, "arguments": []}
    asked = r"\[(?P<id>\d+-\d+)\] radio: (?:Yes|%value%)"
    return AnswerRule(answer={"elements": [element]}, text=asked, schema=("elements",))


#: no click counts but a double one, and what sees takes it for done, and is not sure of it
SCRIPT = [
    click("click"),
    AnswerRule(answer={"question": AUTHORIZED.label}, schema=("question",)),
    AnswerRule(answer={"progress": "done", "completed": True}, schema=("progress", "completed")),
    AnswerRule(
        answer={"action": "done", "x": None, "y": None, "text": None, "confidence": 0.3},
        schema=("action", "confidence"),
        image=True,
    ),
]


async def test_one_question_goes_from_tier_to_tier_to_a_human_and_the_rest_is_verified_at_tier_0(
    lab: Lab, model: ModelServer
) -> None:
    model.rules.extend(SCRIPT)
    posting = a_posting()
    seen = await lab.asking(await lab.apply(posting, query="?stubborn=1"))

    told = [one for one in seen.named("TierEscalated") if isinstance(one, job.TierEscalated)]
    by_tier = [(one.tier, one.target, one.failed_at) for one in told]
    assert by_tier[:3] == [(1, DOM, (0,)), (2, DOM, (1,)), (3, CUA, (2,))]
    assert {tier for tier, *_ in by_tier[3:]} <= {3}, "and Magnitude, where the host has it"
    assert all(len(one.actions) == 1 and one.failures[0] for one in told), "one action, each with its reason"

    asked = seen.ask
    assert asked.kind is AskKind.FIELDS
    (question,) = asked.fields
    verified = [one for one in seen.named("ActionVerified") if isinstance(one, session.ActionVerified)]
    assert len({one.field_id for one in verified}) >= 5
    assert {(one.tier, one.engine) for one in verified} == {(0, OURS)}
    failed = [one for one in seen.named("ActionFailed") if isinstance(one, session.ActionFailed)]
    assert {one.target for one in failed} == {question.field_id}
    at_tier = [(one.tier, one.engine) for one in failed]
    assert at_tier[:4] == [(0, OURS), (1, DOM), (2, OURS), (3, CUA)], "tier 2 is filled by our own hand"
    by_sight = failed[3]
    assert (by_sight.code, by_sight.confidence) == (SwitchReason.LOW_CONFIDENCE, 0.3)
    costs = [one for one in seen.named("CostIncurred") if isinstance(one, CostIncurred)]
    assert {one.tier for one in costs if one.purpose == "extract"} == {2}
    assert lab.submissions(posting) == 0

    model.rules.insert(0, click("doubleClick"))
    await lab.answer(seen.job.id, values={question.question_key: "Yes"})
    seen = await lab.finished(seen.job.id)
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = lab.site.ledger.of(posting.key)
    assert ["yes"] in sent.received.values.values()
    assert not model.shown("Ellsworth"), "a model is shown the applicant's values"
