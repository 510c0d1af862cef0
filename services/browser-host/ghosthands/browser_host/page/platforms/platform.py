"""What is known of one applicant-tracking system, as data: how to tell it, and the markers it uses.

Every list is an ordered fall-back: sites change. A marker counts only while it can be seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Platform:
    """One system; selectors are CSS lists, `hosts` is matched against host and path."""

    name: str
    hosts: str = ""
    #: elements only this system has
    marks: str = ""
    #: leads on, and never sends: a button that on the last page is another one
    step: str = ""
    #: leads on; on the last page the same one may send
    next: str = ""
    submit: str = ""
    apply: str = ""
    #: a text that counts only once one of the suggestions for it was picked
    typeahead: str = ""
    #: an upload has arrived
    uploaded: str = ""
    #: the application has arrived
    confirmed: str = ""
    #: it was refused as a whole, whatever the status said
    failed: str = ""
    _hosts: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hosts", re.compile(self.hosts or r"(?!)", re.IGNORECASE))

    def serves(self, address: str) -> bool:
        """Whether `address` (host and path) is one of its own."""
        return self._hosts.search(address) is not None
