"""Calls to models: the gateway knows each model's endpoint and options; one request is one chat completion.

Requests and answers are passed on unchanged, so that whatever an engine's own client can request goes through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ghosthands.domain.asked_models import Purpose
from ghosthands.models.catalogue import Price
from ghosthands.models.errors import NotConfigured
from ghosthands.models.installation import Access, Installation, Substitution, Target, Wish
from ghosthands.models.names import ModelName
from ghosthands.models.prices import Prices
from ghosthands.models.settings import ModelSettings, Structured

if TYPE_CHECKING:  # it takes long to import
    from ghosthands.models.wire import Wire

Body = Mapping[str, Any]


class ModelGateway:
    """The models of this installation; one for each process."""

    def __init__(self, settings: ModelSettings) -> None:
        """Set up the gateway. Raises SettingsInvalid if file or variables are invalid, or contradict each other."""
        self._settings = settings
        self.installation = Installation.of(settings)
        self._wires: dict[Access, Wire] = {}
        #: the way of requesting a shape that worked
        self._structured: dict[ModelName, Structured] = {}
        told = {name: Price(input=each[0], output=each[1]) for name, each in settings.prices.items()}
        self.prices = Prices({**told, **self.installation.prices})

    @property
    def is_configured(self) -> bool:
        """Whether there is a model to ask."""
        return self.installation.is_configured

    @property
    def total_seconds(self) -> float:
        """The longest time that one question may take, in all."""
        return self._settings.total_seconds

    def choose(self, purpose: Purpose, tier: int, wish: Wish) -> Sequence[Target]:
        """Return the models to ask, in order of preference; empty if there is none."""
        return self.installation.choose(purpose, tier, wish)

    def list_substitutions(self, wish: Wish) -> Sequence[Substitution]:
        """Return the models a job wishes for that are not available, with those asked instead."""
        return self.installation.list_substitutions(wish)

    def structured(self, target: Target) -> Structured:
        """Return the way to ask this model for an answer in a given shape."""
        return self._structured.get(target.name, target.structured)

    def learn(self, target: Target, structured: Structured) -> None:
        """Remember the way to ask this model for a shape, since the one before was refused."""
        self._structured[target.name] = structured

    async def complete(self, target: Target | None, body: Body, *, deadline: float) -> dict[str, Any]:
        """Return a chat completion as on the wire, before `deadline` on the monotonic clock. Raises ModelTrouble."""
        if target is None:
            raise NotConfigured
        return await self._wire(target.endpoint).complete(
            {**body, "model": target.name.name, "stream": False}, deadline=deadline
        )

    async def close(self) -> None:
        """Close the connections."""
        wires, self._wires = self._wires, {}
        for wire in wires.values():
            await wire.close()

    def _wire(self, endpoint: Access) -> Wire:
        if endpoint not in self._wires:
            from ghosthands.models.wire import Wire

            self._wires[endpoint] = Wire(
                endpoint.base_url,
                endpoint.read_key(),
                timeout_seconds=self._settings.timeout_seconds,
                max_retries=self._settings.max_retries,
            )
        return self._wires[endpoint]
