"""The engines of a host by name: how each is made, and why one is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ghosthands.browser_host.engines.engine import Engine, EngineUnavailable
from ghosthands.browser_host.ports.browser import Browser
from ghosthands.domain.codes import EngineFailure
from ghosthands.domain.engine import EngineName


@dataclass(frozen=True)
class Workplace:
    """What an engine is made for: the browser whose page it is to work, and the models that are asked for it."""

    browser: Browser
    #: asked instead of the installation's model
    model: str | None = None
    #: and where it is shown pictures
    image_model: str | None = None


#: Makes an engine for a browser.
Make = Callable[[Workplace], Engine]


class Engines:
    """The engines of this host: how each is made, and for those it has not, why and what would mend it."""

    def __init__(self, makers: Mapping[EngineName, Make], missing: Mapping[EngineName, str] | None = None) -> None:
        self._makers = dict(makers)
        self.missing = dict(missing or {})

    @property
    def available(self) -> tuple[EngineName, ...]:
        """Those there are."""
        return tuple(name for name in EngineName if name in self._makers)

    def make(self, name: EngineName, workplace: Workplace) -> Engine:
        """One of them. Raises EngineUnavailable, which names the mend."""
        maker = self._makers.get(name)
        if maker is None:
            raise EngineUnavailable(
                EngineFailure.ENGINE_UNAVAILABLE, self.missing.get(name, f"{name} not available on this host")
            )
        return maker(workplace)
