"""What a page itself says, as it is put before a human."""

from __future__ import annotations

from ghosthands.domain.quotes import quote_page


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
