"""The engines of a host by name: how each is made, and why one is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ghosthands.browser_host.engines.engine import Engine, EngineUnavailable
from ghosthands.browser_host.ports.browser import Browser
from ghosthands.domain.codes import EngineFailure
from ghosthands.domain.engine import EngineName
from ghosthands.models import Budgets, Ledgers, Meter, Substitution, Unlimited, Wish


@dataclass(frozen=True)
class Workplace:
    """The place an engine is made for: the browser whose page it works, and the models that are asked for it."""

    browser: Browser
    #: the job's choice of models
    wish: Wish = field(default_factory=Wish)
    #: lets their questions go out, and records their costs
    meter: Meter = field(default_factory=Unlimited)


#: Makes an engine for a browser.
Make = Callable[[Workplace], Engine]


class Engines:
    """The engines of this host: how each is made, and of those it lacks, why and how to fix it."""

    def __init__(
        self,
        makers: Mapping[EngineName, Make],
        missing: Mapping[EngineName, str] | None = None,
        list_substitutions: Callable[[Wish], Sequence[Substitution]] = lambda _: (),
        *,
        budgets: Budgets | None = None,
        ledgers: Ledgers | None = None,
    ) -> None:
        self._makers = dict(makers)
        self.missing = dict(missing or {})
        #: the models that a wish names and that are not available, with those asked in their place
        self.list_substitutions = list_substitutions
        #: the limits of what models may cost a job, and the ledgers of it
        self.budgets = budgets or Budgets()
        self.ledgers = ledgers

    @property
    def available(self) -> tuple[EngineName, ...]:
        """The engines that are installed."""
        return tuple(name for name in EngineName if name in self._makers)

    def make(self, name: EngineName, workplace: Workplace) -> Engine:
        """Make that engine. Raises EngineUnavailable, whose message names the fix."""
        maker = self._makers.get(name)
        if maker is None:
            raise EngineUnavailable(
                EngineFailure.ENGINE_UNAVAILABLE, self.missing.get(name, f"{name} not available on this host")
            )
        return maker(workplace)
