"""Every version of every message ever written is read for ever: its bytes lie in `golden`, by who wrote them first."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import jsonschema
import msgspec
import pytest

from ghosthands.domain import applicant, budget, callbacks, job, ownership, recipe, registry, session, submissions
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.message import Event
from ghosthands.messaging.server import schemas
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Envelope
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.projector.fold import fold
from ghosthands.testkit import golden

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "proto-schemas"
FOLDER = Path(__file__).parent / "golden"
PLACES = list(golden.places(SCHEMAS))

each_version = pytest.mark.parametrize("place", PLACES, ids=str)
AGGREGATES = [Aggregate(kind, "site.example" if kind is Kind.RECIPE else "a") for kind in Kind]


def version_of(place: Path) -> int:
    return int(place.parent.name.removeprefix("v"))


def decoded(place: Path) -> list[Event]:
    """Both payloads of the file, read as a service reads them."""
    return [read(place, line) for line in (FOLDER / place).read_bytes().splitlines()]


def read(place: Path, data: bytes) -> Event:
    if document := registry.DOCUMENTS.get(place.stem):
        payload = registry.upcast(place.stem, version_of(place), json.loads(data))
        return msgspec.convert(payload, document)  # type: ignore[return-value]
    head = Envelope(
        id="e1",
        name=place.stem,
        version=version_of(place),
        service="executor",
        subject="a",
        at=datetime(2026, 11, 21, tzinfo=UTC),
        correlation="a",
        causation="c",
        tenant="t",
    )
    codec = Codec()
    if place.stem in registry.EVENTS:
        kind = next(kind for kind in Kind if ownership.may_be_of(kind, place.stem))
        subject = subjects.event(Aggregate(kind, "a"), "executor", place.stem)
        return codec.decode_event(subject, head.headers(), data, 1).event
    return codec.decode_command(f"gh.cmd.x.{place.stem}", head.headers(), data).command  # type: ignore[return-value]


def test_no_versions_bytes_are_missing_and_none_are_without_a_schema() -> None:
    assert {path.relative_to(FOLDER) for path in FOLDER.glob("*/v*/*.jsonl")} == set(PLACES)


def test_every_version_up_to_todays_is_there() -> None:
    ever = {(place.stem, version_of(place)) for place in PLACES}
    todays = {name: kind.VERSION for name, kind in schemas.versioned().items()}
    assert ever == {(name, version) for name, last in todays.items() for version in range(1, last + 1)}


@each_version
def test_the_bytes_are_as_their_schema_says(place: Path) -> None:
    schema = json.loads((SCHEMAS / place).with_suffix(".json").read_text())
    whole, bare = (json.loads(line) for line in (FOLDER / place).read_bytes().splitlines())
    jsonschema.validate(whole, schema)
    jsonschema.validate(bare, schema)
    assert whole.keys() >= set(schema.get("required", ()))


@each_version
def test_a_version_is_read_as_todays(place: Path) -> None:
    for message in decoded(place):
        assert type(message).__name__ == place.stem


@pytest.mark.parametrize("place", [place for place in PLACES if place.stem in registry.EVENTS], ids=str)
def test_a_versions_event_folds_wherever_it_stands(place: Path) -> None:
    for event in decoded(place):
        assert isinstance(job.fold("a", [(event, 1)]), job.Job)
        session.fold([event])
        applicant.evolve(applicant.ApplicantState(), event)
        budget.fold(budget.BudgetLedger(), [event])
        callbacks.fold("a", [event])
        submissions.fold([event])
        recipe.evolve(recipe.SiteRecipes(), event, 1)
        for aggregate in AGGREGATES:
            assert len(fold([recorded(aggregate, event)], {}).events) == 1


def recorded(aggregate: Aggregate, event: Event) -> Recorded[Event]:
    at = datetime(2026, 11, 21, tzinfo=UTC)
    told = {"causation": "c", "correlation": "a", "tenant": "t"}
    return Recorded(sequence=1, id="e1", at=at, service="executor", aggregate=aggregate, event=event, **told)


def test_the_newest_bytes_are_written_once(tmp_path: Path) -> None:
    written = golden.write(SCHEMAS, tmp_path)
    assert {place.stem for place in written} == schemas.versioned().keys()
    (tmp_path / written[0]).write_bytes(b"as it was\n")
    assert golden.write(SCHEMAS, tmp_path) == []
    assert (tmp_path / written[0]).read_bytes() == b"as it was\n"
