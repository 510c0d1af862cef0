"""A form that marks what is optional, and nothing that is required, requires the rest of what it asks."""

from __future__ import annotations

import pytest

from ghosthands.domain import ids
from ghosthands.domain.questions import question_key
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite
from .rendered import form, text
from .test_answered_once import sent_by

pytestmark = pytest.mark.e2e

DECLARATION = "I declare that the information I have given is true and complete"
NEWS = "Send me news about other jobs"
MARKS = ("(optional)", "- freiwillig")


async def apply_to(lab: Lab, harm: HarmSite, name: str, *asked: str) -> str:
    """The id of a job for a page with these questions, in a form that marks nothing itself."""
    harm.made[f"/{name}"] = form("".join(asked), f"/{name}/sent", "<button>Submit application</button>", "Welder")
    return await lab.apply(
        a_posting(slug=name),
        target_url=f"http://127.0.0.1:{harm.port}/{name}",
        valet_user_id=ids.derived(name),
        profile=dict(JORDAN.profile),
    )


def box(name: str, label: str) -> str:
    return f"<p><label for={name}>{label}</label> {text(name)}"


def tick(name: str, label: str) -> str:
    return f"<p><input type=checkbox id={name} name={name} value=on><label for={name}>{label}</label>"


PERSON = (box("first", "First name"), box("last", "Last name"), box("email", "Email"))


@pytest.mark.parametrize("mark", MARKS)
async def test_a_declaration_is_made_where_only_the_optional_fields_are_marked(
    lab: Lab, harm: HarmSite, mark: str
) -> None:
    name = f"declared-{MARKS.index(mark)}"
    asked = (*PERSON, box("nick", f"Nickname of your boat {mark}"), tick("dec", DECLARATION), tick("news", NEWS))
    _, fields = await sent_by(lab, harm, name, await apply_to(lab, harm, name, *asked))
    assert fields.get("dec") == ["on"]
    assert "news" not in fields
    assert fields["nick"] == [""]


async def test_an_unmarked_question_that_nobody_knows_is_asked_there(lab: Lab, harm: HarmSite) -> None:
    asked = (*PERSON, box("nick", "Nickname (optional)"), box("boat", "Name of your favourite boat"))
    seen = await lab.asking(await apply_to(lab, harm, "unmarked", *asked))
    assert [each.question_key for each in seen.ask.fields] == [question_key("Name of your favourite boat")]
    assert not harm.applications("unmarked/")


async def test_where_nothing_or_what_is_required_is_marked_the_rest_is_optional(lab: Lab, harm: HarmSite) -> None:
    star, boat = box("city", "City *"), box("boat", "Name of your favourite boat")
    for name, more in {"starred": (star, box("nick", "Nickname (optional)")), "plain": ()}.items():
        seen, fields = await sent_by(lab, harm, name, await apply_to(lab, harm, name, *PERSON, boat, *more))
        assert fields["boat"] == [""]
        assert not seen.named("HumanRequested")
