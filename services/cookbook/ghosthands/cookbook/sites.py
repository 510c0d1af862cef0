"""The sites' recipes, cached from the log: each site is read once, then only its new events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ghosthands.domain import recipe, services
from ghosthands.domain.errors import Conflict
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import SiteRecipes
from ghosthands.messaging.log.event_log import MAX_ATTEMPTS, EventLog
from ghosthands.messaging.log.state_cache import StateCache
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import Recorded

#: Sites kept in memory; the least recently used go first.
MAX_SITES = 200
#: A site's newest event ids kept to recognise repeats: more than the jobs that can write on it at once.
MOST_KNOWN_AGAIN = 5000


class _Written(NamedTuple):
    """A site while it is written on."""

    site: SiteRecipes
    #: the ids of what cookbook wrote last, in order
    ids: dict[str, None]

    @classmethod
    def nothing(cls) -> _Written:
        return cls(recipe.NOTHING_LEARNT, {})

    def with_one(self, one: Recorded[Event]) -> _Written:
        if one.service == services.COOKBOOK:
            self.ids[one.id] = None
        while len(self.ids) > MOST_KNOWN_AGAIN:
            del self.ids[next(iter(self.ids))]
        return _Written(recipe.evolve(self.site, one.event, one.sequence), self.ids)


class Sites:
    """A cache over the log, and the only writer of recipes on it."""

    def __init__(self, events: EventLog) -> None:
        self._events = events
        self._known = StateCache(events, _Written.nothing, _Written.with_one, MAX_SITES)

    async def read(self, name: str) -> SiteRecipes:
        """Return the site as the log has it now. Raises StreamUnavailable."""
        return (await self._known.read(subjects.recipe(name))).state.site

    async def learn(self, name: str, events: Sequence[Event], *, cause: Cause) -> None:
        """Append these events to the site, once for this cause; fold another writer's events first. Raises Conflict."""
        await self._write(name, lambda _: events, cause=cause)

    async def decide(self, name: str, decide: Callable[[SiteRecipes], Sequence[Event]], *, cause: Cause) -> None:
        """Append the events that `decide` returns for the site, once for this cause. Raises Conflict, and what `decide`
        raises.
        """
        await self._write(name, decide, cause=cause)

    async def _write(self, name: str, decide: Callable[[SiteRecipes], Sequence[Event]], *, cause: Cause) -> None:
        for _ in range(MAX_ATTEMPTS):
            known = await self._known.read(subjects.recipe(name))
            if cause.message_id(0) in known.state.ids:
                return
            try:
                await self._events.append_facts(known.history, decide(known.state.site), cause=cause)
            except Conflict:
                continue
            return
        raise Conflict(f"cannot write on the recipes of {name}: they change too fast")
