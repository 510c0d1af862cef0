"""The sites' recipes as the log tells of them: read once, then only what came since."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from ghosthands.domain import recipe
from ghosthands.domain.errors import Conflict
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import SiteRecipes
from ghosthands.messaging.log.event_log import MAX_DECISIONS, EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History

#: Sites kept in memory; the least recently asked for go first.
MAX_SITES = 200


def site_of(history: History, site: SiteRecipes = recipe.NOTHING_LEARNT, *, after: int = 0) -> SiteRecipes:
    """The site that this history tells of, or `site` with what came past sequence `after`."""
    for one in history.recorded:
        if one.sequence > after:
            site = recipe.evolve(site, one.event, one.sequence)
    return site


class Sites:
    """A cache over the log, and the one way to write on it."""

    def __init__(self, events: EventLog, capacity: int = MAX_SITES) -> None:
        self._events = events
        self._capacity = capacity
        self._known: OrderedDict[str, tuple[History, SiteRecipes]] = OrderedDict()

    async def read(self, name: str) -> SiteRecipes:
        """The site as the log has it now. Raises StreamUnavailable."""
        history, site = self._known.get(name) or (History(subjects.recipe(name)), recipe.NOTHING_LEARNT)
        return self._keep(name, await self._events.refresh(history), site, after=history.last_sequence)

    async def learn(self, name: str, events: Sequence[Event], *, cause: Cause) -> None:
        """Say this of the site, once for this cause; another writer's news are folded first. Raises Conflict."""
        await self._write(name, lambda _: events, cause=cause)

    async def decide(self, name: str, decide: Callable[[SiteRecipes], Sequence[Event]], *, cause: Cause) -> None:
        """Say what follows from the site as it is, once for this cause. Raises Conflict, and what `decide` raises."""
        await self._write(name, decide, cause=cause)

    async def _write(self, name: str, decide: Callable[[SiteRecipes], Sequence[Event]], *, cause: Cause) -> None:
        for _ in range(MAX_DECISIONS):
            site = await self.read(name)
            history = self._known[name][0]
            if history.has(cause.message_id(0)):
                return
            try:
                await self._events.append_facts(history, decide(site), cause=cause)
            except Conflict:
                continue
            return
        raise Conflict(f"cannot write on the recipes of {name}: they change too fast")

    def _keep(self, name: str, history: History, site: SiteRecipes, *, after: int) -> SiteRecipes:
        site = site_of(history, site, after=after)
        self._known[name] = history, site
        self._known.move_to_end(name)
        while len(self._known) > self._capacity:
            self._known.popitem(last=False)
        return site
