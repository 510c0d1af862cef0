"""How much is vetoed on a session's page."""

from __future__ import annotations

from enum import IntEnum


class GuardLevel(IntEnum):
    """How much the submit guard vetoes on a page."""

    OPEN = 0
    #: nothing submits
    FILLING = 1
    #: nothing submits, leads on or leaves the site
    ENGINE = 2
