"""Reading data: it lies in the vault in the shape that was asked for, and holds nothing that is the applicant's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ghosthands.browser_host.commands.extracting import redact_data
from ghosthands.domain.data import DataExtracted, DataMissed
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.message import Event
from ghosthands.domain.session import ExtractData, SwitchEngine
from ghosthands.vault.redact import Redactor

if TYPE_CHECKING:
    from conftest import Scene

DOM = EngineName.STAGEHAND_DOM
PROFILE = {
    "first_name": "Wilhelmina",
    "last_name": "Quill",
    "email": "wilhelmina@example.org",
    "phone": "+1 555 010 9988",
}
STATE = {"type": "object", "properties": {"greeting": {"type": "string"}, "openings": {"type": "integer"}}}


async def read(scene: Scene, said: Any, schema: dict[str, Any] = STATE) -> Event:
    """The page was read by an engine, which says this."""
    await scene.open()
    body = {"target_url": "https://jobs.example.com/apply", "profile": PROFILE, "output_schema": schema}
    await scene.vault.put_request(scene.person, scene.job, body)
    await scene.send(await scene.command(SwitchEngine, engine=DOM, reason=SwitchReason.ESCALATION))
    scene.engine[DOM].read = [said]
    (told,) = await scene.send(await scene.command(ExtractData, engine=DOM))
    return told


async def test_what_a_page_echoes_of_its_applicant_is_told_by_its_key(scene: Scene) -> None:
    said = {"greeting": "Hello Wilhelmina <wilhelmina@example.org>", "openings": 3}
    assert isinstance(await read(scene, said), DataExtracted)
    kept = await scene.vault.get_extract(scene.person, scene.job)
    assert kept == {"greeting": "Hello {profile.first_name} <{profile.email}>", "openings": 3}


async def test_a_number_of_the_applicants_fits_no_place_for_a_number(scene: Scene) -> None:
    assert isinstance(await read(scene, {"greeting": "Hello", "openings": 15550109988}), DataMissed)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["at wilhelmina@example.org"], ["at {profile.email}"]),
        ({"wilhelmina@example.org": {"in": [1, None, True]}}, {"{profile.email}": {"in": [1, None, True]}}),
        ("Senior Engineer", "Senior Engineer"),
    ],
)
def test_values_are_found_however_deep_they_stand(said: Any, told: Any) -> None:
    values = {f"profile.{name}": value for name, value in PROFILE.items()}
    assert redact_data(said, Redactor.for_pages(values)) == told
