import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from ghosthands.vault.redact import Redactor

VALUES = {
    "profile.first_name": "Ann",
    "profile.last_name": "O'Neill-Stone",
    "profile.full_name": "Ann O'Neill-Stone",
    "profile.email": "ann+jobs@example.org",
    "profile.phone": "+1 (512) 555-0187",
    "profile.date_of_birth": "1990-03-04",
    "profile.location.state": "TX",
    "profile.location.country": "United States",
    "profile.requires_sponsorship_now": "yes",
    "profile.work_history.0.company": "Acme GmbH",
    "answers.0123456789abcdef": "Because I like it",
    "files.resume": "Ann_ONeill_CV.pdf",
}
REDACTOR = Redactor(VALUES)


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Welcome back, Ann!", "Welcome back, {profile.first_name}!"),
        ("WELCOME BACK, ANN!", "WELCOME BACK, {profile.first_name}!"),
        ("Ann O'Neill-Stone", "{profile.full_name}"),
        ("Ann  O'Neill-Stone", "{profile.full_name}"),
        ("last=O%27Neill-Stone&x=1", "last={profile.last_name}&x=1"),
        ("q=Acme+GmbH", "q={profile.work_history.0.company}"),
        ("q=acme%20gmbh", "q={profile.work_history.0.company}"),
        ("?email=ann%2Bjobs%40example.org", "?email={profile.email}"),
        ("+15125550187", "{profile.phone}"),
        ("call 512.555.0187 now", "call {profile.phone} now"),
        ("(512) 555 0187", "{profile.phone}"),
        ("born 04.03.1990", "born {profile.date_of_birth}"),
        ("born 4. 3. 1990.", "born {profile.date_of_birth}."),
        ("born 04/03/1990", "born {profile.date_of_birth}"),
        ("born 3/4/1990", "born {profile.date_of_birth}"),
        ("?born=04%2F03%2F1990", "?born={profile.date_of_birth}"),
        ("1990/3/4", "{profile.date_of_birth}"),
        ("Ann_ONeill_CV.pdf (12 kB)", "{files.resume} (12 kB)"),
        ("You said: because i like it.", "You said: {answers.0123456789abcdef}."),
    ],
)
def test_a_value_is_replaced_by_its_key(text: str, redacted: str) -> None:
    assert REDACTOR.redact(text) == redacted


@pytest.mark.parametrize(
    "text",
    ["Annual salary", "Joanne", "TXT", "yes", "No, yes", "15125550187000", "Acme AG", "", "{profile.first_name}"],
)
def test_what_is_no_value_stays(text: str) -> None:
    assert REDACTOR.redact(text) == text
    assert not REDACTOR.finds(text)


def test_a_redacted_text_stays_as_it_is() -> None:
    redactor = Redactor({"profile.first_name": "profile", "profile.last_name": "name"})
    once = redactor.redact("my profile name")
    assert once == "my {profile.first_name} {profile.last_name}"
    assert redactor.redact(once) == once


def test_a_text_with_a_value_is_noticed() -> None:
    assert REDACTOR.finds("mail ANN+JOBS@example.org")


def test_nothing_to_hide_changes_nothing() -> None:
    assert Redactor({}).redact("anything {profile.email}") == "anything {profile.email}"


def test_for_pages_the_words_of_every_form_stay() -> None:
    redactor = Redactor.for_pages({**VALUES, "profile.first_name": "Will", "profile.full_name": "Will O'Neill-Stone"})
    question = "Will you now require sponsorship to work in the United States?"
    assert redactor.redact(question) == question
    assert redactor.redact("Hello Will O'Neill-Stone") == "Hello {profile.full_name}"


@pytest.mark.parametrize("answer", ["LinkedIn", "Open to relocation", "Full-time", "Decline to state"])
def test_for_pages_an_answer_that_is_an_option_of_the_form_stays(answer: str) -> None:
    redactor = Redactor.for_pages({"answers.0123456789abcdef": answer})
    assert redactor.redact(f"Your {answer} profile") == f"Your {answer} profile"


@pytest.mark.parametrize("answer", ["ada@example.org", "12 St James Square", "I have always liked engines", "A-1815"])
def test_for_pages_an_answer_in_one_s_own_words_goes(answer: str) -> None:
    redactor = Redactor.for_pages({"answers.0123456789abcdef": answer})
    assert redactor.redact(f"You said: {answer}.") == "You said: {answers.0123456789abcdef}."


def test_strictly_even_the_country_goes() -> None:
    assert REDACTOR.redact("in the United States") == "in the {profile.location.country}"


values = st.text(st.characters(categories=["L", "N"]), min_size=3, max_size=20)
around = st.text(st.characters(categories=["P", "Z"], exclude_characters="'’"), max_size=5)


@given(value=values, before=around, after=around)
@example(value="00İ", before="", after="")
def test_a_word_is_found_between_any_signs(value: str, before: str, after: str) -> None:
    redactor = Redactor({"profile.first_name": value})
    assume(redactor.finds(value))  # "yes" and the like belong to everyone
    for spelling in (value, value.casefold()):
        assert redactor.redact(f"{before}{spelling}{after}") == f"{before}{{profile.first_name}}{after}"
