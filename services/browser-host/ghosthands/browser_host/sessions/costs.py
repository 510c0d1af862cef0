"""The costs of a session's calls to models, as they are told on the log of the session's owner.

A cost is told as soon as its call is over, on the log of the command that is being carried out. If there is none, or
the server does not take it, the cost is kept for the next time: a session's end tells the rest.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from ghosthands.chassis import logging, metrics
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.errors import Transient
from ghosthands.domain.message import Event
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.models import BudgetMeter, Ledgers, LogMeter, Meter, ModelCall, Payer

_CALLS = metrics.counter(BROWSER_HOST, "model_calls", "Questions to a model", ["engine", "code"])
_TOKENS = metrics.counter(BROWSER_HOST, "model_tokens", "Tokens asked and answered", ["engine"])
_DOLLARS = metrics.counter(BROWSER_HOST, "model_cost_usd", "What models cost, where that is known", ["engine"])

log = logging.get(__name__)

Tell = Callable[[Sequence[Event]], Awaitable[None]]


class SessionCosts:
    """The costs of one session; with ledgers and a payer, within the payer's budget."""

    def __init__(self, ledgers: Ledgers | None = None, payer: Payer | None = None) -> None:
        #: the meter of every account of the session's engines
        self.meter: Meter = LogMeter(self._say_one, on_call=count_call)
        if ledgers is not None and payer is not None:
            self.meter = BudgetMeter(ledgers, payer, self._say, on_call=count_call)
        self._untold: list[Event] = []
        self._tell: Tell | None = None

    @contextmanager
    def told(self, tell: Tell) -> Iterator[None]:
        """Tell costs through `tell` within the block."""
        self._tell = tell
        try:
            yield
        finally:
            self._tell = None

    def take(self) -> list[Event]:
        """Take the costs that were not told yet; the caller has to tell them."""
        taken, self._untold = self._untold, []
        return taken

    async def _say_one(self, cost: CostIncurred) -> None:
        await self._say([cost])

    async def _say(self, told: Sequence[Event]) -> None:
        self._untold += told
        if self._tell is None:
            return
        taken = self.take()
        try:
            await self._tell(taken)
        except Transient as error:
            log.warning("cost_not_told", reason=str(error))
            self._untold = [*taken, *self._untold]


def count_call(call: ModelCall) -> None:
    """Count the model's call in the metrics."""
    _CALLS.labels(call.engine, call.code or "").inc()
    _TOKENS.labels(call.engine).inc(call.input_tokens + call.output_tokens)
    if call.cost_usd is not None:
        _DOLLARS.labels(call.engine).inc(float(call.cost_usd))
