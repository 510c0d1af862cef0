"""To which postings a page's buttons lead: to the page's own, or to another one.

A list of postings and what stands below one as similar have the same buttons as the posting itself. The page's own
address tells: what leads to its own posting has its name, or leaves for a site that handles applications, while what
leads to another has another name in its place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self
from urllib.parse import parse_qsl, urlsplit

from ghosthands.browser_host.page.inventory import RawButton
from ghosthands.browser_host.page.way_words import plain
from ghosthands.planning.rules import address_words
from ghosthands.planning.signals import words

#: what a link has in its query to tell where it stood
_TRACKING = re.compile(r"utm_\w+|src|source|ref|referr?er|origin|pos|position|placement|cta")
#: the fragment of a page that shows other content for each
_IS_ROUTE = re.compile(r"[!/]")
_IS_FORM = re.compile(r"\b(?:apply|form|formular\w*|formulaire|formulario|modulo|bewerben)\b")


@dataclass(frozen=True)
class Place:
    """Where an address leads, whatever it says of the way there."""

    host: str
    path: tuple[str, ...]
    asked: frozenset[tuple[str, str]]
    route: str

    @classmethod
    def at(cls, address: str) -> Self:
        """Return the place of an address: no scheme, fragment or order of its query makes it another."""
        parts = urlsplit(address)
        asked = ((key, value) for key, value in parse_qsl(parts.query) if not _TRACKING.fullmatch(key))
        path = (*filter(None, parts.path.split("/")),)
        route = parts.fragment.rstrip("/") if _IS_ROUTE.match(parts.fragment) else ""
        return cls(parts.netloc.removeprefix("www."), path, frozenset(asked), route)

    @property
    def is_to_apply(self) -> bool:
        """Whether its path says that one applies there."""
        said = words(" ".join(self.path))
        return "apply" in said.split() or bool(address_words.OF_AN_APPLICATION.search(said))

    def has_name_of(self, page: Place) -> bool:
        """Whether the name of the page is in it."""
        (name,) = page.path[-1:] or ("",)
        said = {*self.path, *self.route.split("/"), *(value for _, value in self.asked)}
        return bool(name) and name in said

    def is_beside(self, page: Place) -> bool:
        """Whether it has another name than the page where that has its own: another posting of the same site."""
        if self.host == page.host and self.path == page.path:
            mine, others = dict(self.asked), dict(page.asked)
            return not self.asked & page.asked and any(mine[key] != others[key] for key in mine.keys() & others.keys())
        if self.host != page.host or self.has_name_of(page):
            return False
        above = page.path[:-1]
        (name,) = self.path[len(above) :][:1] or ("",)
        return bool(above and name) and self.path[: len(above)] == above and not _leads_to_form(name)


def _leads_to_form(name: str) -> bool:
    said = words(name)
    return bool(_IS_FORM.search(said) or address_words.OF_AN_APPLICATION.search(said))


def find_place(button: RawButton) -> Place:
    """Return the place to which the button leads by itself or with its form."""
    return Place.at(button.leads_to or button.target.partition(" ")[2])


def find_others(opening: Iterable[RawButton], at: str) -> Iterator[RawButton]:
    """Yield the buttons, of those that open applications, that open another posting's than that of the page there.

    They have the same words and lead to different places. Of these at most one is the page's own: the only one that has
    its name, or else the only one that has no other in its place.
    """
    alike, page = defaultdict[str, list[RawButton]](list), Place.at(at)
    for button in opening:
        if button.leads_to or button.target:
            alike[plain(button.text)].append(button)
    for buttons in alike.values():
        places = {find_place(button) for button in buttons}
        own = {place for place in places if place.has_name_of(page)}
        own = own or {place for place in places if not place.is_beside(page)}
        if len(places) > 1:
            yield from (button for button in buttons if len(own) != 1 or find_place(button) not in own)


def find_ways_away(opening: Iterable[RawButton], at: str, *, has_opened: bool) -> list[RawButton]:
    """List the buttons that lead from the page at that address to its application, of those that open one.

    None does from the application's own page. What was pressed on the page and opened nothing leads to what the page
    shows already; `has_opened` tells of what it opened.
    """
    page, document = Place.at(at), at.partition("#")[0]
    if page.is_to_apply:
        return []
    return [
        button
        for button in opening
        if button.leads_to != document
        and not find_place(button).is_beside(page)
        and not (button.pressed and not has_opened and button.leads_to.partition("#")[0] in ("", document))
    ]
