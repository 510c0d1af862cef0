"""The words for a doubt: what is known of an application of which nobody can tell whether it was submitted."""

from __future__ import annotations

from collections.abc import Sequence

from ghosthands.domain.codes import Doubt, Sequel, find
from ghosthands.domain.quotes import quote


def has_page(code: str | None) -> bool:
    """Whether the page may still tell: one in another browser would show the form, not what became of it."""
    return code != Doubt.BROWSER_GONE


def word_where_to_look(*, at_page: bool) -> str:
    """Return where a human finds out whether the application was submitted, as an order without a full stop."""
    mail = "the applicant's mail"
    return f"Look at the page, or at {mail}" if at_page else f"Look at {mail}, or the site's account"


def word_if_not(code: str | None, *, is_refused: bool, goes_on: bool) -> str:
    """Return what the job does if it was not submitted, as a sentence; empty if it only ends.

    `goes_on`: it has not ended, nor been told so as often as it goes on.
    """
    if not goes_on:
        return ""
    if is_refused:
        return "If it was not, you are asked for another answer to what was refused, and it is sent again."
    return "If it was not, these questions are answered and sent." if code == Sequel.MORE_ASKED else ""


def word_doubt(code: str | None, status: int, refused: Sequence[str] = ()) -> str:
    """Return what page and server said, as a clause without a full stop.

    `status` is HTTP's, 0 if unknown; `refused` are the questions whose answers the page refuses, as people are told
    them.
    """
    sign = find(code or "", Doubt, Sequel)
    said = sign.words if sign is not None else "the page does not tell"
    if refused:
        refusal = f"the page refuses {', '.join(f'“{quote(each)}”' for each in refused)}"
        said = refusal if sign in (None, Sequel.VALUE_REFUSED) else f"{said}, and {refusal}"
    return f"{said}, and the form was answered with HTTP status {status}" if status else said
