"""Version 1 and jobs that read, worked by a real engine end to end: judged by what site and model server received."""

from __future__ import annotations

import pytest

from ghosthands.domain import job, session
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.data import DataExtracted
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job import Phase
from ghosthands.domain.task import TaskDone
from ghosthands.practice import reader
from ghosthands.practice.model_server import AnswerRule, Asked, ModelServer
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

DOM = EngineName.STAGEHAND_DOM


async def test_in_mode_ai_an_engine_fills_the_fields_and_our_own_hand_sends_them_once(
    lab: Lab, model: ModelServer
) -> None:
    model.rules.append(reader.POINTS)
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


def name_the_next_act(asked: Asked) -> dict[str, object]:
    """A model that obeys the task: a name, an e-mail, and then the button that sends the application."""
    done = asked.text.rpartition("Done so far:")[2].partition("\n\n")[0]
    acts = (
        ("First Name", "textbox", "fill", "%profile.first_name%"),
        ("Email", "textbox", "fill", "%profile.email%"),
        ("Submit", "button", "click", ""),
    )
    for label, role, method, value in acts:
        found = [
            one for one in reader.ELEMENT.finditer(asked.text) if one["role"] == role and one["name"].startswith(label)
        ]
        if found and f"at {label}" not in done:
            arguments = [value] if value else []
            element = {"elementId": found[0]["id"], "description": label, "method": method, "arguments": arguments}
            return {"elements": [element]}
    return {"elements": []}


@pytest.mark.parametrize(("version", "runs_as"), [({}, (1, "hybrid")), ({"engine_version": 2}, (2, None))])
async def test_a_task_in_words_is_done_by_an_engine_and_nothing_is_sent(
    lab: Lab, model: ModelServer, version: dict[str, int], runs_as: tuple[int, str | None]
) -> None:
    model.rules.append(AnswerRule(answer=name_the_next_act, schema=("elements",)))
    posting, task = a_posting(), "Put in the name and the e-mail, and apply"
    body = lab.request(posting, job_type="custom", task_description=task)
    del body["engine_version"]
    await lab.publish("job.requested", body | version)
    seen = await lab.finished(job_id_of(body))
    assert seen.phase is Phase.COMPLETED, str(seen)
    (done,) = [one for one in seen.named("TaskDone") if isinstance(one, TaskDone)]
    assert (done.engine, done.acts) == (DOM, ("fill", "fill", "click"))
    assert done.vetoed, "it pressed what sends, and was kept from it"
    (ended,) = [one for one in seen.named("JobCompleted") if isinstance(one, job.JobCompleted)]
    assert (ended.outcome, ended.ended_before) == ("done", "submit")
    last = [one for one in seen.named("PageObserved") if isinstance(one, session.PageObserved)][-1]
    assert sum(field.filled for field in last.page.fields) == 2, "the page holds what it put in"
    assert (seen.named("EffectIntended"), lab.submissions(posting)) == ([], 0)
    assert model.shown(task)
    applicant = body["profile"]
    assert not any(model.shown(applicant[name]) for name in ("first_name", "email")), "a model sees names alone"
    await lab.at_rest()
    (told,) = [said for what, said in await lab.said(body["valet_task_id"]) if said.get("status") == "completed"]
    assert (told["outcome"], told["engine_version"], told["execution_mode"]) == ("done", *runs_as)
