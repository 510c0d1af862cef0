"""The levels of the submit guard: how much is vetoed on a session's page."""

from __future__ import annotations

from enum import IntEnum


class GuardLevel(IntEnum):
    """A level of the guard. At every level but OPEN the network holds what carries most of what was filled in."""

    #: a human holds the page: what they send is their own act
    OPEN = -1
    #: nothing is vetoed in the page itself
    RESTING = 0
    #: vetoes whatever would submit
    FILLING = 1
    #: vetoes whatever would submit, lead on or leave the site
    ENGINE = 2
