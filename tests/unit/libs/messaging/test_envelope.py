"""The envelope: from values to headers and back, and what may not be in it."""

from __future__ import annotations

import string
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain import ids
from ghosthands.domain.errors import SchemaMismatch
from ghosthands.messaging.wire import envelope
from ghosthands.messaging.wire.envelope import Cause, Envelope
from ghosthands.messaging.wire.headers import Headers

JOB = "6c1f4f0e-54bd-4b6c-9d5e-0a7f6a4b1c2d"

head = Envelope(
    id=ids.event_id("c1", 0),
    name="JobClaimed",
    version=2,
    service="executor",
    subject=JOB,
    at=datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC),
    correlation=JOB,
    causation="c1",
    tenant="acme",
    epoch=4,
)

texts = st.text(min_size=1)
moments = st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30))]))


@given(
    st.builds(
        Envelope,
        id=st.uuids().map(str),
        name=st.text(string.ascii_letters, min_size=1, max_size=64),
        version=st.integers(1, 999),
        service=st.sampled_from(["executor", "job-intake"]),
        subject=texts,
        at=moments,
        correlation=texts,
        causation=texts,
        tenant=texts,
        epoch=st.none() | st.integers(0, 2**63),
    )
)
def test_every_envelope_survives_its_headers(one: Envelope) -> None:
    assert envelope.read(one.headers()) == one


@given(texts)
def test_no_text_from_outside_can_forge_a_header(text: str) -> None:
    one = Envelope(**{name: getattr(head, name) for name in head.__struct_fields__} | {"tenant": text})
    assert all(value.isascii() and "\r" not in value and "\n" not in value for value in one.headers().values())


def test_the_headers_are_cloud_events_in_binary_mode() -> None:
    headers = head.headers()
    assert headers["ce-specversion"] == "1.0"
    assert headers["ce-type"] == "ghosthands.JobClaimed.v2"
    assert headers["ce-source"] == "/ghosthands/executor"
    assert headers["ce-subject"] == JOB
    assert headers["ce-time"] == "2026-03-01T12:30:15.123456+00:00"
    assert headers["ce-id"] == headers["Nats-Msg-Id"] == head.id


def test_the_trace_is_the_jobs_own_id() -> None:
    version, trace, span, flags = head.headers()["traceparent"].split("-")
    assert (version, trace, flags) == ("00", JOB.replace("-", ""), "01")
    assert len(span) == 16


def test_a_correlation_that_is_no_uuid_still_gives_a_trace() -> None:
    assert len(envelope.traceparent("jobs.example.com", "m1").split("-")[1]) == 32


@pytest.mark.parametrize(
    "name", ["ce-id", "ce-type", "ce-source", "ce-subject", "ce-time", "gh-tenant", "gh-correlation", "gh-causation"]
)
def test_a_missing_header_is_named(name: str) -> None:
    headers = head.headers()
    del headers[name]
    with pytest.raises(SchemaMismatch, match=name):
        envelope.read(headers)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ce-type", "ada@example.org"),
        ("ce-type", "ghosthands.ada@example.org.v1"),
        ("ce-type", "ghosthands.JobClaimed.vada"),
        ("ce-time", "ada"),
        ("ce-time", "2026-03-01T12:30:15"),
        ("gh-epoch", "ada"),
    ],
)
def test_a_malformed_header_is_named_and_not_repeated(name: str, value: str) -> None:
    with pytest.raises(SchemaMismatch, match=name) as raised:
        envelope.read(head.headers() | {name: value})
    assert value not in str(raised.value)


def test_a_fact_has_the_id_of_its_command_and_place() -> None:
    cause = Cause(command_id="c1", tenant="acme", correlation=JOB)
    assert cause.message_id(3) == ids.event_id("c1", 3)


def test_each_stage_of_a_cause_has_ids_of_its_own() -> None:
    cause = Cause(command_id="c1", tenant="acme", correlation=JOB)
    stages = [
        cause,
        cause.at_stage("a"),
        cause.at_stage("a", 1),
        cause.at_stage("a").at_stage("b"),
        cause.at_stage("b"),
    ]
    assert len({stage.message_id(0) for stage in stages}) == len(stages)
    assert cause.at_stage("a").message_id(0) == cause.at_stage("a").message_id(0)
    assert cause.at_stage("a").command_id == "c1"


def as_sent(headers: dict[str, str]) -> Headers:
    return Headers(
        ("NATS/1.0\r\n" + "".join(f"{key}: {value}\r\n" for key, value in headers.items()) + "\r\n").encode()
    )


@given(texts, st.none() | st.integers(0, 2**63))
def test_an_envelope_is_read_from_the_wire_as_it_was_written(text: str, epoch: int | None) -> None:
    values = {name: getattr(head, name) for name in head.__struct_fields__}
    one = Envelope(**values | {"subject": text, "causation": text, "epoch": epoch})
    expectation = {envelope.EXPECTED_SEQUENCE: "7"}
    assert envelope.read(as_sent(one.headers() | expectation)) == one


def test_the_order_of_the_headers_on_the_wire_does_not_matter() -> None:
    headers = dict(reversed(head.headers().items()))
    assert envelope.read(as_sent(headers)) == head


@pytest.mark.parametrize("name", ["ce-id", "ce-time", "gh-tenant"])
def test_a_header_that_is_empty_on_the_wire_is_named(name: str) -> None:
    with pytest.raises(SchemaMismatch, match=name):
        envelope.read(as_sent(head.headers() | {name: ""}))
