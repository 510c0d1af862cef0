"""Bytes and headers to messages and back: versions, strangers, misfits."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from ghosthands.domain import ownership
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.errors import Misfiled, NewerMessage, SchemaMismatch
from ghosthands.domain.message import Command, Event
from ghosthands.domain.registry import COMMANDS, EVENTS
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import Envelope

SECRET = b"ada.lovelace@example.org"


def headers(name: str, version: int = 1, **more: Any) -> dict[str, str]:
    whole: dict[str, Any] = {
        "id": "e1",
        "service": "lamps",
        "subject": "j1",
        "at": datetime(2026, 3, 1, tzinfo=UTC),
        "correlation": "j1",
        "causation": "c1",
        "tenant": "acme",
    }
    return Envelope(**whole | more, name=name, version=version).headers()


SUBJECT = subjects.event(subjects.job("j1"), "lamps", "LampLit")


def test_an_event_is_read_back_with_all_its_envelope_says(codec: Codec, lit: Event) -> None:
    recorded = codec.decode_event(SUBJECT, headers("LampLit", 3, epoch=4), codec.encode(lit), 17)
    assert recorded.event == lit
    assert (recorded.sequence, recorded.id, recorded.service, recorded.epoch) == (17, "e1", "lamps", 4)
    assert recorded.aggregate == subjects.job("j1")
    assert recorded.at == datetime(2026, 3, 1, tzinfo=UTC)
    assert recorded.name == "LampLit"
    assert (recorded.cause.command_id, recorded.cause.tenant, recorded.cause.epoch) == ("e1", "acme", 4)


def test_a_command_is_read_back_with_all_its_envelope_says(codec: Codec, light: Command) -> None:
    received = codec.decode_command(
        "gh.cmd.lamps.LightLamp", headers("LightLamp", service="executor", id="c9"), codec.encode(light)
    )
    assert received.command == light
    assert (received.id, received.service, received.causation) == ("c9", "executor", "c1")
    assert (received.cause.command_id, received.cause.correlation) == ("c9", "j1")


def test_an_aggregates_name_that_no_subject_can_hold_comes_from_the_envelope(codec: Codec, lit: Event) -> None:
    site = subjects.recipe("jobs.example.com")
    subject = subjects.event(site, "lamps", "LampLit")
    assert codec.decode_event(subject, headers("LampLit", 3, subject=site.id), codec.encode(lit), 1).aggregate == site


@pytest.mark.parametrize(
    ("version", "payload", "colour"),
    [
        (1, b'{"candela": 10}', "yellow"),
        (2, b'{"lumen": 120}', "yellow"),
        (3, b'{"lumen": 120}', "white"),
        (3, b'{"lumen": 120, "colour": "red", "since": "a newer writer"}', "red"),
    ],
)
def test_every_old_version_is_read_as_todays(codec: Codec, version: int, payload: bytes, colour: str) -> None:
    event: Any = codec.decode_event(SUBJECT, headers("LampLit", version), payload, 1).event
    assert (event.lumen, event.colour) == (120, colour)


@pytest.mark.parametrize(("name", "version"), [("LampStolen", 1), ("LampLit", 4), ("LightLamp", 1)])
def test_a_type_nobody_knows_is_a_newer_releases(codec: Codec, name: str, version: int) -> None:
    subject = subjects.event(subjects.job("j1"), "lamps", name)
    with pytest.raises(NewerMessage, match=f"{name} version {version} .* upgrade"):
        codec.decode_event(subject, headers(name, version), b"{}", 1)


@pytest.mark.parametrize(
    "said",
    [{"service": "executor"}, {"subject": "j2"}, {"name": "LampOut"}, {"name": "LampStolen"}],
    ids=lambda said: next(iter(said)),
)
def test_an_event_that_is_not_what_its_subject_says_is_misfiled(codec: Codec, said: dict[str, str]) -> None:
    told = {"name": "LampLit", "version": 3} | said
    with pytest.raises(Misfiled) as raised:
        codec.decode_event(SUBJECT, headers(**told), b'{"lumen": 1}', 1)
    assert raised.value.code == "misfiled"


@pytest.mark.parametrize("subject", ["gh.evt.person.j1.lamps.LampLit", f"{SUBJECT}.more", "gh.evt.job.j1.lamps"])
def test_an_event_on_a_subject_of_another_form_is_misfiled(codec: Codec, subject: str) -> None:
    with pytest.raises(Misfiled):
        codec.decode_event(subject, headers("LampLit", 3), b'{"lumen": 1}', 1)


def test_a_message_without_an_envelope_is_misfiled_and_says_what_it_lacks(codec: Codec) -> None:
    with pytest.raises(Misfiled, match="no ce-id header") as raised:
        codec.decode_event(SUBJECT, {}, b'{"stream": "GH_EVENTS", "seq": 7}', 1)
    assert raised.value.code == "bad_envelope"


def test_a_command_that_is_not_what_its_subject_says_is_misfiled(codec: Codec, light: Command) -> None:
    with pytest.raises(Misfiled):
        codec.decode_command("gh.cmd.lamps.at.box-1.CloseSession", headers("LightLamp"), codec.encode(light))


@pytest.mark.parametrize(
    ("version", "payload"),
    [
        (3, b""),
        (3, b"{"),
        (3, b'"' + SECRET + b'"'),
        (3, b'{"lumen": "' + SECRET + b'"}'),
        (3, b'{"colour": "' + SECRET + b'"}'),
        (3, b'{"lumen": 1, "colour": "\xff"}'),
        (1, b'{"lumen": "' + SECRET + b'"}'),
        (1, b'{"candela": {"x": "' + SECRET + b'"}}'),
        (1, b"[]"),
    ],
)
def test_a_payload_that_does_not_fit_is_named_by_type_and_never_shown(
    codec: Codec, version: int, payload: bytes
) -> None:
    with pytest.raises(SchemaMismatch) as raised:
        codec.decode_event(SUBJECT, headers("LampLit", version), payload, 1)
    assert "LampLit" in str(raised.value)
    assert SECRET.decode() not in str(raised.value)
    assert raised.value.__cause__ is None


def test_the_domains_own_events_are_known_by_default() -> None:
    for name, kind in EVENTS.items():
        of_its_kind = next(one for one in Kind if ownership.may_be_of(one, name))
        subject = subjects.event(subjects.Aggregate(of_its_kind, "j1"), "lamps", name)
        with pytest.raises(SchemaMismatch, match="does not fit its type"):
            Codec().decode_event(subject, headers(name, kind.VERSION), b"[]", 1)


def test_an_event_of_another_kind_of_aggregate_is_none_whatever_its_version() -> None:
    for version in (1, 999):
        subject = subjects.event(subjects.submissions(), "lamps", "RecipeMissed")
        said = headers("RecipeMissed", version) | {"ce-subject": "all"}
        with pytest.raises(Misfiled):
            Codec().decode_event(subject, said, b"{}", 1)


def test_the_domains_own_commands_are_known_by_default() -> None:
    for name, kind in COMMANDS.items():
        with pytest.raises(SchemaMismatch, match="does not fit its type"):
            Codec().decode_command(f"gh.cmd.{kind.SERVICE}.{name}", headers(name, kind.VERSION), b"[]")
