"""What is known when a page is planned: the applicant's keys, and what the human settled by himself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.human import HumanResolved, Resolution
from ghosthands.domain.job import HumanRequested, JobRetried, RetryScheduled
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel


class ApplicantKeys(Protocol):
    """An applicant's data in the vault, as far as planning asks for them."""

    @property
    def own_questions(self) -> Mapping[str, str]:
        """The questions that the request answers, in its own words, by key."""

    @property
    def remembered(self) -> Mapping[str, RememberedAnswer]:
        """What the person said to other forms, by question key."""

    def for_planning(self, host: str) -> tuple[frozenset[str], Mapping[str, str]]:
        """The keys that a page of that host may be filled from, and the values of those that may be a yes or a no."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known when a page is planned."""

    #: the applicant's keys: `profile.…`, `answers.…`, `files.…`
    keys: Collection[str]
    #: question keys that the human chose to leave open
    skipped: Collection[str] = ()
    #: fields that the human said he filled in himself
    by_human: Collection[str] = ()
    #: what stands under the keys, for whether it is a yes or a no; it goes no further
    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: the questions that the request answers, in its own words, by key
    own: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: what the applicant said to other forms, by question key; it goes no further either
    remembered: Mapping[str, RememberedAnswer] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, data: ApplicantKeys, page: PageModel, *, skipped: Collection[str], events: Iterable[Event]) -> Known:
        """What is known for that page of a job with those events."""
        keys, values = data.for_planning(urlsplit(page.url).hostname or "")
        return cls(
            keys,
            skipped=skipped,
            by_human=done_by_human(events),
            values=values,
            own=data.own_questions,
            remembered=data.remembered,
        )


def done_by_human(events: Iterable[Event]) -> frozenset[str]:
    """The fields a human was asked for and filled in himself, in this browser: nobody writes over them."""
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
