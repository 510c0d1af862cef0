"""The record of a platform: all that is known of one applicant-tracking system, as data.

Markers are CSS lists, ordered fall-backs because sites change; a marker counts only while it is visible. A marker that
is not known yet is empty, matches nothing, and is listed as unknown: a record is complete.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ghosthands.domain.cascade import DEFAULT, Cascade
from ghosthands.platforms.addresses import PostingAddress


@dataclass(frozen=True, slots=True)
class KnownField:
    """A field that has the same id or name on every employer's page of a platform."""

    #: matches the whole of the id or name
    identifier: re.Pattern[str]
    #: its key, with `{}` for the number of its entry; None where it is known to take no key
    key: str | None


def known_fields(*rows: tuple[str, str | None]) -> tuple[KnownField, ...]:
    """Return known fields from patterns and their keys."""
    return tuple(KnownField(re.compile(pattern, re.IGNORECASE), key) for pattern, key in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMarkers:
    """The markers of a platform's lists of options; each is a CSS list."""

    #: the box of an open list
    box: str = ""
    #: one option of an open list
    option: str = ""
    #: an option that was picked, as the control shows it
    picked: str = ""
    #: the list of those that were picked
    picks: str = ""
    #: the element around a control that takes several
    several: str = ""


#: ordinary lists
PLAIN = ListMarkers()


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """The record of one applicant-tracking system."""

    #: its name everywhere: in page models, recipes, statistics; lower case, the name of its file
    name: str
    #: addresses it serves postings at, for people and tests
    examples: tuple[str, ...]
    #: a pattern of the hosts it serves, found in host and path
    hosts: str
    #: elements that only this platform has, by which it is recognised on an employer's own domain
    marks: str
    #: the names of the fields below that are not known for this platform
    unknown: tuple[str, ...]
    #: a button that leads on and never sends: on the last page the button is another one
    step: str = ""
    #: a button that leads on, and may send on the last page
    next: str = ""
    #: the button that sends the application
    submit: str = ""
    #: the button that opens the form from its posting
    apply: str = ""
    #: a text box whose text counts only once one of the suggestions for it was picked
    typeahead: str = ""
    #: how its lists of options are drawn
    lists: ListMarkers = PLAIN
    #: an element with the error message of a field
    refusal: str = ""
    #: an upload has arrived
    uploaded: str = ""
    #: the application has arrived
    confirmed: str = ""
    #: the application was refused as a whole, whatever the status said
    failed: str = ""
    #: the fields it has on every employer's pages
    fields: tuple[KnownField, ...] = ()
    #: a pattern of the whole names of fields that it shows to robots only
    honeypots: str = ""
    #: the engines for fields that our own hand could not fill, in order, with their retries and times
    cascade: Cascade = DEFAULT
    #: the kinds of address that name one of its postings, the surest first; others are treated as any site's
    postings: tuple[PostingAddress, ...] = ()
    #: last parts of a path that are a page of a posting's form, not another posting
    form_pages: frozenset[str] = frozenset()

    def serves(self, address: str) -> bool:
        """Whether `address` (host and path) is one of its own."""
        return re.search(self.hosts, address, re.IGNORECASE) is not None

    def known_field(self, *identifiers: str) -> KnownField | None:
        """Return the known field with one of these ids and names, with the entry's number put into its key."""
        for known in self.fields:
            for identifier in filter(None, identifiers):
                if found := known.identifier.fullmatch(identifier):
                    return replace(known, key=known.key.format(*found.groups())) if known.key else known
        return None

    def is_honeypot(self, name: str) -> bool:
        """Whether it shows a field of that name to robots only."""
        return bool(self.honeypots) and re.fullmatch(self.honeypots, name, re.IGNORECASE) is not None
