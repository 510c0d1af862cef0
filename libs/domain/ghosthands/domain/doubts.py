"""The words for a doubt: what is known of an application of which nobody can tell whether it was submitted."""

from __future__ import annotations

from ghosthands.domain.codes import Doubt, find


def has_page(code: str | None) -> bool:
    """Whether the page may still tell: one in another browser would show the form, not what became of it."""
    return code != Doubt.BROWSER_GONE


def word_where_to_look(*, at_page: bool) -> str:
    """Return where a human finds out whether the application was submitted, as an order without a full stop."""
    mail = "the applicant's mail"
    return f"Look at the page, or at {mail}" if at_page else f"Look at {mail}, or the site's account"


def word_doubt(code: str | None, status: int) -> str:
    """Return what page and server said, as a clause without a full stop; `status` is HTTP's, 0 if unknown."""
    sign = find(code or "", Doubt)
    said = sign.words if sign is not None else "the page does not tell"
    return f"{said}, and the form was answered with HTTP status {status}" if status else said
