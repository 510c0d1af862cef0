"""What cookbook does with each command it hears."""

from __future__ import annotations

from ghosthands.domain.recipe import FindRecipe, RecipeMissed
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Received


class Handlers:
    """The table of `service.build`, bound to the log."""

    def __init__(self, events: EventLog) -> None:
        self.events = events

    async def on_find_recipe(self, received: Received[FindRecipe]) -> None:
        """Say that no recipe fits the page; once, however often the command comes."""
        command = received.command
        history = await self.events.load(subjects.job(command.job_id))
        missed = RecipeMissed(cause=received.id, fingerprint=command.fingerprint)
        await self.events.append_facts(history, [missed], cause=received.cause)
