"""What reverses a question is heard where it stands: in bold, behind a yes. Judged by what the server received."""

from __future__ import annotations

import pytest

from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Application</title>
<h1>Application: Warehouse clerk</h1>
<form method=post action="/whole-questions/sent">
<p><label for=first>First name *</label><input id=first name=first required>
<p><label for=last>Last name *</label><input id=last name=last required>
<p><label for=mail>E-mail *</label><input id=mail name=mail type=email required>
<p><label for=theirs>Your <b>manager's</b> e-mail</label><input id=theirs name=theirs type=email>
<p>Do you require visa sponsorship to work here? *<br>
<label><input type=radio name=stressed value=need required> I <b>do</b> require sponsorship</label>
<label><input type=radio name=stressed value=none> I do <b>not</b> require sponsorship</label>
<p lang=fr>Avez-vous besoin d'un parrainage de visa ?<br>
<label><input type=radio name=behind value=need> Oui, j'en ai besoin</label>
<label><input type=radio name=behind value=none> Non, je n'en ai <em>pas</em> besoin</label>
<p>Have you <b>never</b> worked for us before?<br>
<label><input type=radio name=denied value=yes> Yes</label>
<label><input type=radio name=denied value=no> No</label>
<p>Are you <u>un</u>willing to relocate?<br>
<label><input type=radio name=part value=yes> Yes</label>
<label><input type=radio name=part value=no> No</label>
<button>Submit application</button></form>"""


async def test_no_answer_says_the_opposite_of_what_a_stressed_word_asks(lab: Lab, harm: HarmSite) -> None:
    harm.made["/whole-questions"] = PAGE
    job = await lab.apply(
        a_posting(slug="whole-questions"),
        target_url=f"http://127.0.0.1:{harm.port}/whole-questions",
        valet_user_id=ids.derived("whole-questions"),
        profile={
            **JORDAN.profile,
            "requires_sponsorship": False,
            "previously_employed": False,
            "willing_to_relocate": True,
        },
    )
    seen = await lab.until(job, lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications("whole-questions/")
    assert "theirs" not in sent.fields or sent.fields["theirs"] == [""]
    assert sent.fields["stressed"] == ["none"]
    assert sent.fields.get("behind", ["none"]) == ["none"]
    assert sent.fields.get("denied", ["yes"]) == ["yes"]
    assert sent.fields.get("part", ["no"]) == ["no"]
