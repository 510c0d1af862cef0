"""How much may leave a session's page, and how much is vetoed on it."""

from __future__ import annotations

from enum import IntEnum


class GuardLevel(IntEnum):
    """How closed the guard is. Unless it is open the network holds what carries most of what was filled in."""

    #: a human holds the page: what they send is their own act
    OPEN = -1
    #: nothing is vetoed in the page itself
    RESTING = 0
    #: nothing submits
    FILLING = 1
    #: nothing submits, leads on or leaves the site
    ENGINE = 2
