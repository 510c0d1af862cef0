"""What a person writes about a job is told apart: overrides of fields, and words."""

from __future__ import annotations

import pytest

from ghosthands.contract.body import MAX_TEXT, Invalid, read
from ghosthands.contract.message import MAX_OVERRIDES, MAX_WORDS, JobMessage, Message, read_message

JOB = "0b8f7d3e-0000-5000-8000-000000000001"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Try again, please.", Message({}, "Try again, please.")),
        ("Field overrides:\nphone: 555", Message({"phone": "555"}, "")),
        ("FIELD OVERRIDES:\r\n* phone: 555\r\n", Message({"phone": "555"}, "")),
        ("Go on.\nField overrides:\nWhy us?: https://a.example: there\n\nBye: now", None),
        ('Go on. Field overrides: {"phone": 555, "drive": true, "left": null} bye', None),
        ("Field overrides: {broken", Message({}, "Field overrides: {broken", has_unreadable=True)),
        ('Field overrides: {"a": {"b": 1}}', Message({}, 'Field overrides: {"a": {"b": 1}}', has_unreadable=True)),
        ("Field overrides:\nphone = 555", Message({}, "Field overrides:\nphone = 555", has_unreadable=True)),
        ("Field overrides: phone: 555", Message({"phone": "555"}, "")),
        ('Field overrides: {"a": null}', Message({}, 'Field overrides: {"a": null}')),
        ("Field overrides: none", Message({}, "Field overrides: none")),
        ("The field overrides: none of them held", Message({}, "The field overrides: none of them held")),
        ('Field overrides: none yet. Field overrides: {"a": "b"}', Message({"a": "b"}, "Field overrides: none yet.")),
        ("phone: 555", Message({}, "phone: 555")),
        (" \n", Message({}, "")),
    ],
)
def test_overrides_follow_their_heading_and_all_else_is_words(text: str, message: Message | None) -> None:
    by_hand = {
        "Go on.\n": Message({"Why us?": "https://a.example: there"}, "Go on.\nBye: now"),
        "Go on. ": Message({"phone": "555", "drive": "Yes"}, "Go on.\nbye"),
    }
    assert read_message(text) == (message or by_hand[text[:7]])


def test_a_message_names_its_job_by_id_or_key_and_shows_itself_to_nobody() -> None:
    for named in ({"job_id": JOB}, {"idempotency_key": "key-1"}):
        message = read(JobMessage, {**named, "message": "Field overrides:\nphone: 0611"})
        assert message.said.overrides == {"phone": "0611"}
        assert "0611" not in repr(message)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "  \n\t",
        "w" * (MAX_WORDS + 1),
        "Field overrides:\na: " + "x" * MAX_TEXT,
        "Field overrides:\n" + "\n".join(f"q{n}: x" for n in range(MAX_OVERRIDES + 1)),
        "Field overrides:\n???: x",
        "Field overrides: {broken",
        "Field overrides:\nphone = 555",
        f"Field overrides:\n{'q' * 256}: x",
        "bell \x07",
        None,
        7,
    ],
)
def test_what_says_nothing_or_too_much_is_refused_without_being_repeated(message: object) -> None:
    with pytest.raises(Invalid) as refusal:
        read(JobMessage, {"job_id": JOB, "message": message})
    assert {reason.field for reason in refusal.value.reasons} == {"message"}
    assert not any("qqq" in reason.message or "www" in reason.message for reason in refusal.value.reasons)


def test_a_message_of_nothing_but_headings_is_read_in_no_time() -> None:
    """Whoever sends the worst that fits is answered as quickly as anybody."""
    assert read_message('Field overrides: {"a":' * 800).overrides == {}
    assert read_message("Field overrides: {}" * 1000).overrides == {}
