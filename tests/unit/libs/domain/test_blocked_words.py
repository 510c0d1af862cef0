"""A request that a page tried to send by itself is told so that a person can decide about it."""

from __future__ import annotations

import pytest

from ghosthands.domain.blocked_words import word_blocked


@pytest.mark.parametrize(
    ("labels", "others", "file", "told"),
    [
        (["Email"], 0, False, "“Email”"),
        (["Email", "Phone"], 0, True, "“Email”, “Phone” and a file"),
        (["Email"], 2, False, "“Email” and 2 more answers"),
        ([], 1, False, "1 answer"),
        ([], 0, False, "what was filled in"),
        ([str(number) for number in range(13)], 1, False, None),
    ],
)
def test_what_it_would_have_carried_is_listed(labels: list[str], others: int, *, file: bool, told: str | None) -> None:
    words = word_blocked("POST", "jobs.example.com/draft", labels, others=others, file=file)
    assert words.startswith("The request is POST jobs.example.com/draft, and would have sent ")
    assert words.endswith(f"sent {told}." if told else "“11” and 2 more answers.")


def test_a_request_whose_address_could_tell_a_value_is_told_without() -> None:
    assert word_blocked("POST", "", ["Email"], others=0, file=False) == "The request would have sent “Email”."
