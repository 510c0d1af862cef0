"""Boxes that share one label get a part each, and one box gets all its label names. Judged by what the server got."""

from __future__ import annotations

import pytest

from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

PAGE = """<!doctype html><html lang=de><meta charset=utf-8><title>Bewerbung</title>
<h1>Bewerbung: Lagerist</h1>
<form method=post action="/shared-labels/sent"><table>
<tr><td>Name, Vorname *<td><input name=a1 required> <input name=a2 required>
<tr><td>Straße / Nr. *<td><input name=a3 required> <input name=a4 size=4 required>
<tr><td>PLZ / Ort *<td><input name=a5 size=6 required> <input name=a6 required>
<tr><td><label for=a7>Anschrift (Straße, PLZ, Ort)</label><td><input id=a7 name=a7>
<tr><td><label for=a8>E-Mail *</label><td><input id=a8 name=a8 type=email required>
</table><button>Bewerbung absenden</button></form>"""
PROFILE = {
    "first_name": "Marlene",
    "last_name": "Voss",
    "email": "marlene.voss@example.com",
    "address_line1": "Lange Reihe 12a",
    "location": {"city": "Hamburg", "zip": "20099", "country": "Germany"},
}


async def test_every_box_of_a_row_gets_its_part(lab: Lab, harm: HarmSite) -> None:
    harm.made["/shared-labels"] = PAGE
    job = await lab.apply(
        a_posting(slug="shared-labels"),
        target_url=f"http://127.0.0.1:{harm.port}/shared-labels",
        valet_user_id=ids.derived("shared-labels"),
        profile=PROFILE,
    )
    seen = await lab.finished(job)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications("shared-labels/")
    assert {name: value for name, (value,) in sent.fields.items()} == {
        "a1": "Voss",
        "a2": "Marlene",
        "a3": "Lange Reihe",
        "a4": "12a",
        "a5": "20099",
        "a6": "Hamburg",
        "a7": "Lange Reihe 12a",
        "a8": "marlene.voss@example.com",
    }
