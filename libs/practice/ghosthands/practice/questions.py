"""Questions that more than one family asks, and the answers they offer."""

from __future__ import annotations

from ghosthands.practice.form import Choice, Field

YES_NO = (Choice("yes", "Yes"), Choice("no", "No"))

DECLINE = "I don't wish to answer"

#: required, and in nobody's profile
UNKNOWN = Field(name="parrot", label="What is your favourite colour of parrot?", required=True)


def choices(*labels: str) -> tuple[Choice, ...]:
    """Options whose values are their numbers, as most form builders have it."""
    return tuple(Choice(str(number), label) for number, label in enumerate(labels, start=1))
