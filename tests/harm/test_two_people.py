"""What a human says about one person is never said about another whom the form asks about in the same words.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain import ids
from ghosthands.domain.job import HumanRequested, Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title>
<h1>Apply: Warehouse clerk</h1>
<form method=post action="/{name}/sent">
<p><label>First name <input name=first_name autocomplete=given-name required></label>
<p><label>Last name <input name=last_name autocomplete=family-name required></label>
<p><label>Email <input type=email name=email autocomplete=email required></label>
{people}
<p><button type=submit>Submit application</button></form>"""

BLOCKS = {
    "under outer headings": "<section><h2>Referee {n}</h2><h3>Contact details</h3>"
    "<p><label>Name <input name=name_{n} required></label></section>",
    "in fieldsets without a word": "<fieldset><label>Name of referee <input name=name_{n} required></label></fieldset>",
    "in blocks that were added": "<div><h2>Referee</h2><p><label>Name <input name=name_{n} required></label></div>",
}


async def stands(lab: Lab, job_id: str, asked: int) -> FollowedJob:
    """The job once it is over or has asked so often."""
    return await lab.until(job_id, lambda seen: seen.over or len(seen.named(HumanRequested.__name__)) == asked)


@pytest.mark.parametrize("kind", BLOCKS)
async def test_an_answer_about_one_person_is_not_given_about_another(lab: Lab, harm: HarmSite, kind: str) -> None:
    name = f"two-people-{list(BLOCKS).index(kind)}"
    people = "".join(BLOCKS[kind].format(n=number) for number in (1, 2))
    harm.made[f"/{name}"] = PAGE.format(name=name, people=people)
    job_id = await lab.apply(
        a_posting(slug=name),
        target_url=f"http://127.0.0.1:{harm.port}/{name}",
        valet_user_id=ids.derived(name),
        profile=JORDAN.profile,
        qa_answers={"Name": "Jordan Ellsworth", "Name of referee": "Somebody"},
    )
    first = await stands(lab, job_id, 1)
    assert len(first.ask.fields) == 2, str(first)
    one, other = first.ask.fields
    await lab.answer(job_id, values={one.question_key: "Ada Lovelace"}, request_id=first.ask.request_id)
    second = await stands(lab, job_id, 2)
    assert [field.field_id for field in second.ask.fields] == [other.field_id], str(second)
    await lab.answer(job_id, values={other.question_key: "Grace Hopper"}, request_id=second.ask.request_id)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(f"{name}/")
    assert (sent.fields["name_1"], sent.fields["name_2"]) == (["Ada Lovelace"], ["Grace Hopper"])


async def test_an_answer_of_ones_own_is_not_given_about_the_one_person_a_heading_names(
    lab: Lab, harm: HarmSite
) -> None:
    name = "one-person"
    people = "<h2>Referee</h2><p><label>Phone <input name=phone required></label>"
    harm.made[f"/{name}"] = PAGE.format(name=name, people=people)
    job_id = await lab.apply(
        a_posting(slug=name),
        target_url=f"http://127.0.0.1:{harm.port}/{name}",
        valet_user_id=ids.derived(name),
        profile=JORDAN.profile,
        qa_answers={"Phone": "+1 512 555 0100"},
    )
    seen = await stands(lab, job_id, 1)
    assert not harm.applications(f"{name}/"), str(seen)
    (asked,) = seen.ask.fields
    await lab.answer(job_id, values={asked.question_key: "+1 512 555 0199"}, request_id=seen.ask.request_id)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(f"{name}/")
    assert sent.fields["phone"] == ["+1 512 555 0199"]
