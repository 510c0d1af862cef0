"""A permit to act: it says, whenever it is asked, whether the act that it was given for may still happen."""

from __future__ import annotations

from collections.abc import Callable

#: Returns whether the act may still happen; once it returned False, it never returns True again.
Permit = Callable[[], bool]


def always() -> bool:
    """Return True: the permit of an act that nobody else could be told to do meanwhile."""
    return True
