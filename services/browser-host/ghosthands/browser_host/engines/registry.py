"""Which engines this host has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ghosthands.browser_host.engines.engine import Engine, EngineUnavailable
from ghosthands.domain.codes import EngineFailure
from ghosthands.domain.engine import EngineName

if TYPE_CHECKING:  # a session has a slot, which has an engine made here
    from ghosthands.browser_host.sessions import Session

#: Makes an engine for a session.
Make = Callable[["Session"], Engine]


class Engines:
    """The engines of this host: how each is made, and for those it has not, why and what would mend it."""

    def __init__(self, makers: Mapping[EngineName, Make], missing: Mapping[EngineName, str] | None = None) -> None:
        self._makers = dict(makers)
        self.missing = dict(missing or {})

    @property
    def available(self) -> tuple[EngineName, ...]:
        """Those there are."""
        return tuple(name for name in EngineName if name in self._makers)

    def make(self, name: EngineName, session: Session) -> Engine:
        """One of them. Raises EngineUnavailable, which names the mend."""
        maker = self._makers.get(name)
        if maker is None:
            raise EngineUnavailable(
                EngineFailure.ENGINE_UNAVAILABLE, self.missing.get(name, f"{name} not available on this host")
            )
        return maker(session)
