"""Retention: for how many days each kind of data is kept, one setting each, read by the service that deletes it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from pydantic import BeforeValidator

from ghosthands.chassis import settings
from ghosthands.domain.retention import Kept

#: Means: for ever.
FOR_EVER = 0
#: A century: more is a mistake.
MOST_DAYS = 36_500
#: After this many days NATS itself deletes a dead letter; its body is overwritten after a week.
LETTERS_DAYS = 30


def _days(value: object) -> int:
    text = str(value).strip()
    if text == "":
        return FOR_EVER
    if not (text.isascii() and text.isdigit() and int(text) <= MOST_DAYS):
        raise ValueError(f"should be a whole number of days from 1 to {MOST_DAYS}; 0, or nothing, keeps it for ever")
    return int(text)


def _days_of_letters(value: object) -> int:
    text = str(value).strip() or str(LETTERS_DAYS)
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= LETTERS_DAYS):
        raise ValueError(f"should be a whole number of days from 1 to {LETTERS_DAYS}: then NATS itself lets go of them")
    return int(text)


#: whole days; 0 or empty: for ever
Days = Annotated[int, BeforeValidator(_days)]
#: whole days, no more than NATS keeps them
DaysOfLetters = Annotated[int, BeforeValidator(_days_of_letters)]


class Keeping(settings.BaseSettings):
    """The settings of a service that deletes data whose retention has ended."""

    #: GHOSTHANDS_KEEP_…_DAYS, one for each kind; what an unfinished job needs stays, however old it is.
    page_models_days: Days = settings.shared("KEEP_PAGE_MODELS_DAYS", FOR_EVER)
    screenshots_days: Days = settings.shared("KEEP_SCREENSHOTS_DAYS", FOR_EVER)
    resumes_days: Days = settings.shared("KEEP_RESUMES_DAYS", FOR_EVER)
    requests_days: Days = settings.shared("KEEP_REQUESTS_DAYS", FOR_EVER)
    dead_letters_days: DaysOfLetters = settings.shared("KEEP_DEAD_LETTERS_DAYS", LETTERS_DAYS)
    event_copies_days: Days = settings.shared("KEEP_EVENT_COPIES_DAYS", FOR_EVER)

    def cutoff(self, kept: Kept, now: datetime) -> datetime | None:
        """Return the moment before which data of that kind is not kept; None where it is kept for ever."""
        days: int = getattr(self, f"{kept.replace('-', '_')}_days")
        return now - timedelta(days=days) if days else None
