"""Asks models: finds out where each is asked, and how it likes to be; one request is one chat completion.

Requests and answers are passed on as they are, so that whatever an engine's own client knows to ask goes through.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ghosthands.chassis import logging
from ghosthands.domain.codes import ModelFailure
from ghosthands.models.errors import ModelTrouble, NotConfigured
from ghosthands.models.names import ModelName, resolve
from ghosthands.models.prices import Prices
from ghosthands.models.settings import ModelSettings, Structured

if TYPE_CHECKING:  # it takes long to import
    from ghosthands.models.wire import Wire

log = logging.get(__name__)

Body = Mapping[str, Any]


class ModelGateway:
    """The models of this installation; one for each process."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._wires: dict[str, Wire] = {}
        #: the way of asking for a shape that worked
        self._structured: dict[ModelName, Structured] = {}
        self.prices = Prices(settings.prices)

    @property
    def is_configured(self) -> bool:
        """Is there a model to ask?"""
        return self._settings.is_configured

    def model(self, asked: str | None = None) -> ModelName:
        """The model that is meant: the job's own, else the configured one, else the default. Raises ValueError.

        A job's own is asked where ours is: without an endpoint for all of them, our key is for one provider alone.
        """
        own = resolve(None, self._settings.primary)
        meant = resolve(asked, self._settings.primary)
        if self._settings.base_url or meant.provider == own.provider:
            return meant
        log.warning("model_of_another_provider", asked=str(meant), model=str(own))
        return own

    def structured(self, model: ModelName) -> Structured:
        """How to ask this model for an answer in a given shape."""
        return self._structured.get(model, self._settings.structured)

    def learn(self, model: ModelName, structured: Structured) -> None:
        """Ask it so from now on: the way before was refused."""
        self._structured[model] = structured

    async def complete(self, model: ModelName, body: Body) -> dict[str, Any]:
        """A chat completion, as the wire has it. Raises ModelTrouble."""
        return await self._wire(model).complete({**body, "model": model.name, "stream": False})

    async def close(self) -> None:
        """Let go of the connections."""
        wires, self._wires = self._wires, {}
        for wire in wires.values():
            await wire.close()

    def _wire(self, model: ModelName) -> Wire:
        if not self._settings.is_configured:
            raise NotConfigured
        base_url = self._settings.base_url or model.endpoint
        if base_url is None:
            raise ModelTrouble(
                ModelFailure.NOT_CONFIGURED,
                f"where {model.provider} answers is not known: set GHOSTHANDS_MODEL_BASE_URL",
            )
        if base_url not in self._wires:
            from ghosthands.models.wire import Wire

            self._wires[base_url] = Wire(
                base_url,
                self._key(),
                timeout_seconds=self._settings.timeout_seconds,
                max_retries=self._settings.max_retries,
            )
        return self._wires[base_url]

    def _key(self) -> str:
        try:
            return self._settings.key()
        except OSError as error:
            raise ModelTrouble(
                ModelFailure.NOT_CONFIGURED, f"GHOSTHANDS_MODEL_API_KEY_FILE cannot be read: {error.strerror}"
            ) from None
