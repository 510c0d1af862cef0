"""Version 1 and jobs that read, worked by a real engine end to end: judged by what site and model server received."""

from __future__ import annotations

import re

import pytest

from ghosthands.domain import job, session
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.data import DataExtracted
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job import Phase
from ghosthands.practice.model_server import AnswerRule, Asked, ModelServer
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

DOM = EngineName.STAGEHAND_DOM

#: what one narrow thing is asked for, and an element of the tree
_INTO = re.compile(r'type %value% into the field labelled "(?P<label>[^"]+)"')
_OPTION = re.compile(r'in the field labelled "(?P<label>[^"]+)", choose the option (?:that means )?%value%')
_ELEMENT = re.compile(r"\[(?P<id>\d+-\d+)\] (?P<role>\w+): (?P<name>[^\n]*)")


def point_at_the_field(asked: Asked) -> dict[str, object]:
    """What a model that reads well answers: the box of that label, and that the value goes in."""
    told = _INTO.search(asked.text)
    boxes = [one for one in _ELEMENT.finditer(asked.text) if one["role"] in ("textbox", "searchbox", "combobox")]
    found = [one for one in boxes if told and one["name"].strip().startswith(told["label"])]
    elements = [{"elementId": one["id"], "description": "", "method": "fill", "arguments": ["%value%"]} for one in found]
    return {"elements": elements[:1]}


async def test_in_mode_ai_an_engine_fills_the_fields_and_our_own_hand_sends_them_once(
    lab: Lab, model: ModelServer
) -> None:
    model.rules.append(AnswerRule(answer=point_at_the_field, schema=("elements",)))
    posting = a_posting()
    seen = await lab.finished(await lab.apply(posting, engine_version=1, execution_mode="ai_only"))
    assert (seen.phase, lab.submissions(posting)) == (Phase.COMPLETED, 1), str(seen)
    verified = [one for one in seen.named("ActionVerified") if isinstance(one, session.ActionVerified)]
    by_engine = [one for one in verified if one.engine == DOM]
    assert len(by_engine) >= 4, str(seen)
    (first, *_) = [one for one in seen.named("TierEscalated") if isinstance(one, job.TierEscalated)]
    assert set(first.failures) == {"by_engine"}, "the fields are the engine's from the start"
    (sent,) = lab.site.ledger.of(posting.key)
    assert sent.received.values["first_name"] == ["Jordan"]
    assert not model.shown("Ellsworth"), "a model is shown the applicant's values"
    costs = [one for one in seen.named("CostIncurred") if isinstance(one, CostIncurred)]
    assert len(costs) == len(model.requests) > 0


async def test_what_a_page_does_not_say_plainly_an_engine_reads(lab: Lab, model: ModelServer) -> None:
    model.rules += [
        AnswerRule(answer={"pitch": "Build what matters", "team": "Platform"}, schema=("pitch",)),
        AnswerRule(answer={"progress": "done", "completed": True}, schema=("progress", "completed")),
    ]
    posting = a_posting()
    properties = {"pitch": {"type": "string"}, "team": {"type": "string"}}
    schema = {"type": "object", "properties": properties, "required": ["pitch", "team"]}
    body = lab.request(posting, job_type="scrape", output_schema=schema, task_description="the pitch, and the team")
    await lab.publish("job.requested", body)
    seen = await lab.finished(job_id_of(body))
    assert seen.phase is Phase.COMPLETED, str(seen)
    (read,) = [one for one in seen.named("DataExtracted") if isinstance(one, DataExtracted)]
    assert read.engine is DOM
    assert model.shown("the pitch, and the team")
    await lab.at_rest()
    (told,) = [said for what, said in await lab.said(body["valet_task_id"]) if what == "status"]
    assert (told["outcome"], told["result"]["data"]["pitch"]) == ("scraped", "Build what matters")
    assert lab.submissions(posting) == 0
