"""How much of what was filled in a request is seen to carry, however it is written."""

from __future__ import annotations

import base64
import gzip
import json
from urllib.parse import quote, urlencode

import pytest

from ghosthands.browser_host.guard.filled import Filled

VALUES = {
    "profile.first_name": "Jordan",
    "profile.last_name": "Ríos",
    "profile.email": "jordan.rios@example.com",
    "profile.phone": "+1 (415) 555-0134",
    "answers.why": 'I like\n"building" things',
}
FORM = {
    "a": "Jordan",
    "b": "Ríos",
    "c": "jordan.rios@example.com",
    "d": "4155550134",
    "e": 'I like\r\n"building" things',
}
JSON = json.dumps(FORM).encode()
PDF = b"%PDF-1.7 \xff\xfe" + bytes(range(256))


@pytest.fixture
def filled() -> Filled:
    known = Filled()
    for key, value in VALUES.items():
        known.note(key, value)
    return known


def escaped(text: str) -> str:
    return "".join(f"\\u{ord(letter):04x}" for letter in text)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(JSON, id="JSON"),
        pytest.param(json.dumps(FORM, ensure_ascii=False).encode(), id="JSON in UTF-8"),
        pytest.param(escaped(json.dumps(FORM)).encode(), id="every letter escaped"),
        pytest.param(json.dumps({"data": JSON.decode()}).encode(), id="JSON in JSON"),
        pytest.param(urlencode(FORM).encode(), id="a form"),
        pytest.param(urlencode(FORM, quote_via=quote).encode(), id="a form without plus signs"),
        pytest.param(urlencode({"data": JSON}).encode(), id="JSON in a form"),
        pytest.param(base64.b64encode(JSON), id="base64"),
        pytest.param(base64.urlsafe_b64encode(JSON).rstrip(b"="), id="base64 for addresses"),
        pytest.param(json.dumps({"data": base64.b64encode(JSON).decode()}).encode(), id="base64 in JSON"),
        pytest.param(b".".join(base64.b64encode(one.encode()) for one in FORM.values()), id="each in base64"),
        pytest.param(gzip.compress(JSON), id="packed"),
        pytest.param(json.dumps([one.upper() for one in FORM.values()]).encode(), id="in capitals"),
    ],
)
def test_values_are_found_however_they_are_written(filled: Filled, body: bytes) -> None:
    carried = filled.search("https://x.example/sent", [body])
    assert (carried.values >= 4, carried.most, carried.unreadable) == (True, True, False)


def test_values_are_found_in_an_address(filled: Filled) -> None:
    assert filled.search("https://x.example/px?" + urlencode(FORM), []).values == 5


@pytest.mark.parametrize("sent", ["1990-03-04", "04.03.1990", "03/04/1990", "19900304"])
def test_a_date_is_found_in_any_order(sent: str) -> None:
    known = Filled()
    known.note("profile.date_of_birth", "1990-03-04")
    assert known.search("https://x.example/sent", [urlencode({"born": sent}).encode()]).most


def test_a_name_within_an_address_is_not_said_by_itself(filled: Filled) -> None:
    carried = filled.search("https://x.example/check?email=jordan.rios%40example.com", [])
    assert (carried.values, carried.most) == (1, False)


def test_two_thirds_are_most(filled: Filled) -> None:
    three = json.dumps(["Jordan", "Ríos", "4155550134"]).encode()
    four = json.dumps(["Jordan", "Ríos", "4155550134", "jordan.rios@example.com"]).encode()
    assert [filled.search("https://x.example", [one]).most for one in (three, four)] == [False, True]


def test_what_stands_in_an_uploaded_file_is_the_file_alone(filled: Filled) -> None:
    resume = PDF + " ".join(VALUES.values()).encode()
    filled.note_file("files.resume", "Jordan-resume.pdf", resume)
    head = b'--x\r\nContent-Disposition: form-data; name="resume"; filename="Jordan-resume.pdf"\r\n\r\n'
    plain = filled.search("https://site.example/upload", [head, resume, b"\r\n--x--\r\n"])
    encoded = filled.search(
        "https://site.example/upload", [json.dumps({"file": base64.b64encode(resume).decode()}).encode()]
    )
    assert [(one.file, one.most, one.values) for one in (plain, encoded)] == [(True, False, 0)] * 2
    beside = filled.search("https://site.example/upload", [head, resume, b"\r\n--x\r\nJordan\r\n--x--\r\n"])
    assert beside.most


def test_a_name_with_a_file_is_most_and_a_file_alone_is_not(filled: Filled) -> None:
    filled.note_file("files.resume", "Jordan-resume.pdf", PDF)
    head = b'--x\r\nContent-Disposition: form-data; name="resume"; filename="Jordan-resume.pdf"\r\n\r\n'
    name = b'--x\r\nContent-Disposition: form-data; name="n"\r\n\r\nJordan\r\n'
    alone, hole = filled.search("https://x.example", [head + PDF]), filled.search("https://x.example", [head, None])
    assert [(one.file, one.most, one.unreadable) for one in (alone, hole)] == [(True, False, False)] * 2
    assert filled.search("https://x.example", [name + head, None]).most
    encoded = json.dumps({"name": "Jordan", "file": base64.b64encode(PDF).decode()}).encode()
    assert filled.search("https://x.example", [encoded]).most


def test_a_name_with_a_consent_is_most(filled: Filled) -> None:
    filled.note_consent("I agree to the privacy notice", "gdpr_ok")
    assert filled.search("https://x.example", [b'{"n": "Jordan", "gdpr_ok": true}']).most
    assert not filled.search("https://x.example", [b'{"n": "Jordan"}']).most


@pytest.mark.parametrize("body", [[None], [bytes(byte ^ 0xA5 for byte in JSON)]])
def test_of_a_body_that_cannot_be_read_nobody_knows(filled: Filled, body: list[bytes | None]) -> None:
    assert filled.search("https://x.example", body).unreadable


def test_words_of_every_form_tell_nothing_beside_others(filled: Filled) -> None:
    filled.note("profile.location.country", "Germany")
    filled.note("answers.sponsor", "No", is_choice=True)
    assert filled.search("https://x.example", [b'{"page": "Germany", "ok": "no"}']).values == 0


def test_a_page_of_choices_alone_is_known_by_them() -> None:
    filled = Filled()
    filled.note("profile.eeo.gender", "Female")
    filled.note("answers.sponsor", "No", is_choice=True)
    assert filled.search("https://x.example", [b'{"g": "female", "s": "no"}']).most
    assert not filled.search("https://x.example", [b'{"event": "known"}']).anything


def test_what_was_sent_with_an_earlier_page_is_still_the_applicants(filled: Filled) -> None:
    filled.turn_page()
    filled.note("profile.linkedin_url", "https://linkedin.example/in/jordan")
    assert filled.search("https://x.example", [JSON]).most


def test_of_a_page_that_another_process_filled_two_of_its_texts_are_most() -> None:
    filled = Filled()
    filled.is_unknown = True
    filled.note_standing(["Wilhelmina", "w@example.org", "Berlin", "4"])
    assert filled.search("https://x.example/?a=Wilhelmina&b=w%40example.org", []).most
    lesser = filled.search("https://x.example/lookup?city=Berlin", [])
    assert (lesser.most, lesser.values) == (False, 1)
    assert filled.search("https://x.example/", [b'{"a": "Wilhelmina", "b": "Berlin"}']).most
    assert not filled.search("https://x.example/picture.png?v=4", [b"{}"]).anything


def test_of_a_page_that_another_process_filled_and_nobody_could_read_no_body_is_readable() -> None:
    filled = Filled()
    filled.is_unknown = True
    assert filled.search("https://x.example/", [b"{}"]).unreadable
    assert not filled.search("https://x.example/picture.png", []).anything


def test_once_the_page_was_read_it_is_known_again() -> None:
    filled = Filled()
    filled.is_unknown = True
    filled.note_standing(["Wilhelmina", "w@example.org"])
    filled.is_unknown = False
    assert not filled.search("https://x.example/?a=Wilhelmina&b=w%40example.org", [b"{}"]).anything
