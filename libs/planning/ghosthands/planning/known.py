"""The knowledge that a page is planned with: the applicant's keys, and what a human settled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol
from urllib.parse import urlsplit

from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.human import HumanResolved, Resolution
from ghosthands.domain.job import HumanRequested, JobRetried, RetryScheduled
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel


class ApplicantKeys(Protocol):
    """An applicant's data in the vault, as far as planning needs them."""

    @property
    def own_questions(self) -> Mapping[str, str]:
        """The questions that the request answers, in its own words, by key."""

    @property
    def remembered(self) -> Mapping[str, RememberedAnswer]:
        """The person's answers to other forms, by question key."""

    def for_planning(self, host: str) -> tuple[frozenset[str], Mapping[str, str]]:
        """Return the keys that may fill a page of that host, and the values of those that may be a yes or a no."""


@dataclass(frozen=True, slots=True)
class Known:
    """The applicant's keys and a human's decisions for one page."""

    #: the applicant's keys: `profile.…`, `answers.…`, `files.…`
    keys: Collection[str]
    #: question keys that the human left open
    skipped: Collection[str] = ()
    #: fields that the human said he filled in himself
    by_human: Collection[str] = ()
    #: the keys' values, only to see whether they are a yes or a no
    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: the questions that the request answers, in its own words, by key
    own: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: the applicant's answers to other forms, by question key; also used nowhere else
    remembered: Mapping[str, RememberedAnswer] = field(default_factory=dict, repr=False)
    #: the day on which the page is filled; None where nobody knows
    today: date | None = None

    @classmethod
    def of(
        cls,
        data: ApplicantKeys,
        page: PageModel,
        *,
        skipped: Collection[str],
        events: Iterable[Event],
        today: date,
    ) -> Known:
        """Return the knowledge for that page of a job with those events; `today` is the day of planning."""
        keys, values = data.for_planning(urlsplit(page.url).hostname or "")
        return cls(
            keys,
            skipped=skipped,
            by_human=done_by_human(events),
            values=values,
            own=data.own_questions,
            remembered=data.remembered,
            today=today,
        )


def done_by_human(events: Iterable[Event]) -> frozenset[str]:
    """Return the fields that a human filled in this browser when asked; nothing overwrites them."""
    asked: dict[str, frozenset[str]] = {}
    done: set[str] = set()
    for event in events:
        match event:
            case HumanRequested():
                asked[event.request_id] = frozenset(field.field_id for field in event.fields)
            case HumanResolved(resolution=Resolution.DONE):
                done |= asked.get(event.request_id, frozenset())
            case JobRetried() | RetryScheduled():  # another browser, whose form is empty
                done.clear()
            case _:
                pass
    return frozenset(done)
