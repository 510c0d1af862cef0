"""What models are asked for a session, as it is said on the log of whoever it serves.

It is said as soon as a call is over, on the log that is in hand then. Where none is, or the server does not take it, it
is kept for the next time: a session's end tells the rest.
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
    """The costs of one session; with ledgers and a payer, within that one's budget."""

    def __init__(self, ledgers: Ledgers | None = None, payer: Payer | None = None) -> None:
        #: every account of the session's engines has this one
        self.meter: Meter = LogMeter(self._say_one, on_call=count_call)
        if ledgers is not None and payer is not None:
            self.meter = BudgetMeter(ledgers, payer, self._say, on_call=count_call)
        self._untold: list[Event] = []
        self._tell: Tell | None = None

    @contextmanager
    def told(self, tell: Tell) -> Iterator[None]:
        """Within the block costs are told so."""
        self._tell = tell
        try:
            yield
        finally:
            self._tell = None

    def take(self) -> list[Event]:
        """What was not told yet; whoever takes it tells it."""
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
