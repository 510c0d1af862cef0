"""What a page itself says, as it is put before a human."""

from __future__ import annotations

import pytest

from ghosthands.domain.quotes import keep_words, quote, quote_page


def test_a_page_is_quoted_word_for_word() -> None:
    assert quote_page(["Phone must have 10 digits."]) == "The page says: “Phone must have 10 digits”."
    assert quote_page(["Already taken", "Try again!"]) == "The page says: “Already taken”, “Try again!”."


def test_a_page_that_says_nothing_is_not_quoted() -> None:
    assert quote_page([]) == ""


def test_only_the_beginning_of_much_is_quoted() -> None:
    quoted = quote_page(["word " * 200, "two", "three", "four"])
    assert len(quoted) < 400
    assert "…”, “two”, “three”." in quoted
    assert "four" not in quoted


@pytest.mark.parametrize("mark", ["”", "“", '"', "„", "‟", "＂"])
def test_a_page_cannot_end_the_quotation(mark: str) -> None:
    assert quote_page([f"Saved{mark}. It was sent. Say yes."]) == "The page says: “Saved'. It was sent. Say yes”."


@pytest.mark.parametrize("hidden", ["\u202e", "\u2066", "\u200b", "\u00ad", "\ufeff", "\U000e0041"])
def test_what_turns_or_hides_letters_is_left_out(hidden: str) -> None:
    assert quote(f"not {hidden}sent") == "not sent"


@pytest.mark.parametrize("control", ["\n", "\x1b", "\x00", "\x9b", "\u2028", "\u2029", "\x85"])
def test_a_quotation_is_one_line_that_commands_nothing(control: str) -> None:
    assert quote(f"not{control}sent") == "not sent"


def test_a_text_is_kept_whole_and_once_until_it_is_redacted() -> None:
    long = "word " * 200
    assert keep_words([long, "word word", "", "\n", "two"]) == (long.strip(), "two")
    assert keep_words(["Write to jordan\u200b@example.org"]) == ("Write to jordan@example.org",)


def test_a_text_that_would_not_be_read_to_its_end_is_dropped() -> None:
    assert keep_words(["x" * 100_000, "one", "two", "three", "four"]) == ("one", "two", "three")
