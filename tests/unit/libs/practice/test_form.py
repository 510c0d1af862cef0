from __future__ import annotations

import pytest

from ghosthands.practice.form import (
    MAX_UPLOAD_BYTES,
    REQUIRED,
    Choice,
    ControlKind,
    Field,
    Form,
    PostedForm,
    Reveal,
    Section,
    UploadedFile,
    check_international_phone,
    find_problems,
    list_shown,
)


def form_of(*fields: Field, honeypot: str = "") -> Form:
    return Form((Section("All", fields),), honeypot)


def received(**values: str) -> PostedForm:
    return PostedForm({name: [value] for name, value in values.items()})


def test_a_required_field_without_an_answer_is_a_problem() -> None:
    form = form_of(Field(name="city", label="City", required=True))
    assert find_problems(form, received(city="   ")) == {"city": REQUIRED}


def test_an_optional_field_may_stay_empty() -> None:
    assert find_problems(form_of(Field(name="site", label="Site", kind=ControlKind.URL)), received()) == {}


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (ControlKind.EMAIL, "jordan@example.com", "jordan@example"),
        (ControlKind.EMAIL, "j.e+jobs@mail.example.co.uk", "jordan at example.com"),
        (ControlKind.TEL, "(415) 555-0134", "555"),
        (ControlKind.TEL, "+46 70 174 06 05", "call me"),
        (ControlKind.URL, "linkedin.com/in/jordan", "my page"),
        (ControlKind.NUMBER, "142500", "142,500"),
        (ControlKind.NUMBER, "4.5", "-1"),
        (ControlKind.DATE, "2027-02-28", "2027-02-30"),
    ],
)
def test_a_value_must_be_of_its_kind(kind: ControlKind, good: str, bad: str) -> None:
    form = form_of(Field(name="it", label="It", kind=kind))
    assert find_problems(form, received(it=good)) == {}
    assert list(find_problems(form, received(it=bad))) == ["it"]


def test_only_an_offered_choice_is_accepted() -> None:
    form = form_of(Field(name="mode", label="Mode", kind=ControlKind.RADIO, choices=(Choice("1", "Remote"),)))
    assert find_problems(form, received(mode="1")) == {}
    assert list(find_problems(form, received(mode="Remote"))) == ["mode"]


def test_a_fields_own_check_comes_after_that_of_its_kind() -> None:
    form = form_of(Field(name="phone", label="Phone", kind=ControlKind.TEL, check=check_international_phone))
    assert "valid" in find_problems(form, received(phone="x"))["phone"]
    assert "country code" in find_problems(form, received(phone="415 555 0134"))["phone"]
    assert find_problems(form, received(phone="+1 415 555 0134")) == {}


def test_a_question_is_asked_only_when_it_is_revealed() -> None:
    visa = Field(name="visa", label="Visa", required=True, shown_when=Reveal("sponsorship", ("yes",)))
    form = form_of(Field(name="sponsorship", label="Sponsorship"), visa)
    assert find_problems(form, received(sponsorship="no")) == {}
    assert find_problems(form, received(sponsorship="yes")) == {"visa": REQUIRED}
    assert visa not in list_shown(form, received(sponsorship="no"))


@pytest.mark.parametrize(
    ("filename", "size", "fine"),
    [
        ("resume.pdf", 1, True),
        ("Resume.PDF", MAX_UPLOAD_BYTES, True),
        ("resume.pdf", 0, False),
        ("resume.pdf", MAX_UPLOAD_BYTES + 1, False),
        ("resume.exe", 10, False),
    ],
)
def test_an_upload_is_a_document_of_a_fair_size(filename: str, size: int, fine: bool) -> None:
    form = form_of(Field(name="resume", label="Resume", kind=ControlKind.FILE, required=True))
    upload = UploadedFile(filename, "application/pdf", size, "00")
    assert (find_problems(form, PostedForm(uploads={"resume": upload})) == {}) is fine


def test_a_filled_honeypot_condemns_the_whole_form() -> None:
    form = form_of(Field(name="city", label="City", required=True), honeypot="website")
    assert list(find_problems(form, received(website="https://robot.example"))) == [""]
