"""Applications for several jobs on one page: the same questions, or the same heading, once for each.

Only that of the job asked for may be sent: the one whose own headings and buttons the page's address and title name
best. Where they name none, or two alike, all of them are left to a human.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from ghosthands.browser_host.page.inventory import RawControl
from ghosthands.planning.asking import NAMES, REACHES, ask_for
from ghosthands.planning.cards import Form
from ghosthands.planning.signals import words

_REACHED_BY = frozenset({"email", "tel"})


@dataclass(frozen=True)
class JobForm:
    """What a form asks, and what is said of it and not of another form."""

    controls: Sequence[RawControl]
    said: Sequence[str]
    #: whether its heading says that it applies
    is_headed: bool = False

    @property
    def asked(self) -> Counter[str]:
        """Its questions in words."""
        return Counter(words(control.label) for control in self.controls)

    @property
    def asks_who_applies(self) -> bool:
        """Whether a name is asked for, and a way to reach who has it."""
        asked = {ask_for(question) for question in self.asked}
        is_reached = any(control.kind in _REACHED_BY for control in self.controls)
        return not asked.isdisjoint(NAMES) and (is_reached or not asked.isdisjoint({*REACHES} - NAMES))

    def rate(self, named: Set[str]) -> tuple[float, int]:
        """Return how well these words name it: how much of what is said of it, then how many words of that."""
        said = {word for text in self.said for word in text.split()}
        return len(said & named) / max(1, len(said)), len(said & named)


def find_unasked(forms: Mapping[Form, JobForm], named: Set[str]) -> frozenset[Form]:
    """Return the forms that apply for other jobs than the one that these words name; none where all are for one job."""
    applications = list(forms.values())
    is_alike = all(each.asked == applications[0].asked or each.is_headed for each in applications)
    said = {frozenset(each.said) for each in applications}
    if (
        len(said) < 2
        or len(said) < len(applications)
        or not (is_alike and all(each.asks_who_applies for each in applications))
    ):
        return frozenset()
    best = max(each.rate(named) for each in applications)
    found = [form for form, each in forms.items() if each.rate(named) == best]
    return frozenset(forms).difference(found if len(found) == 1 else ())
