"""Asks models: one client for each endpoint, with its time-outs and retries; one request is one chat completion.

Requests and answers are passed on as they are, so that whatever an engine's own client knows to ask goes through. What
the client raises becomes ModelTrouble, here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import openai

from ghosthands.models.errors import ModelTrouble, NotConfigured
from ghosthands.models.names import ModelName, resolve
from ghosthands.models.prices import Prices
from ghosthands.models.settings import ModelSettings, Structured

Body = Mapping[str, Any]


class Gateway:
    """The models of this installation; one for each process."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._clients: dict[str, openai.AsyncOpenAI] = {}
        #: the way of asking for a shape that worked
        self._structured: dict[ModelName, Structured] = {}
        self.prices = Prices(settings.prices)

    @property
    def is_configured(self) -> bool:
        """Is there a model to ask?"""
        return self._settings.is_configured

    def model(self, asked: str | None = None) -> ModelName:
        """The model that is meant: the job's own, else the configured one, else the default. Raises ValueError."""
        return resolve(asked, self._settings.primary)

    def structured(self, model: ModelName) -> Structured:
        """How to ask this model for an answer in a given shape."""
        return self._structured.get(model, self._settings.structured)

    def learn(self, model: ModelName, structured: Structured) -> None:
        """Ask it so from now on: the way before was refused."""
        self._structured[model] = structured

    async def complete(self, model: ModelName, body: Body) -> dict[str, Any]:
        """A chat completion, as the wire has it. Raises ModelTrouble."""
        try:
            answer = await self._client(model).post(
                "/chat/completions", body={**body, "model": model.name, "stream": False}, cast_to=object
            )
        except openai.APIError as error:
            raise _trouble(error) from None
        if not (isinstance(answer, dict) and answer.get("choices")):
            raise ModelTrouble("model_failed", "the endpoint did not answer with a chat completion")
        return cast(dict[str, Any], answer)

    async def close(self) -> None:
        """Let go of the connections."""
        clients, self._clients = self._clients, {}
        for client in clients.values():
            await client.close()

    def _client(self, model: ModelName) -> openai.AsyncOpenAI:
        if not self._settings.is_configured:
            raise NotConfigured
        base_url = self._settings.base_url or model.endpoint
        if base_url is None:
            raise ModelTrouble(
                "not_configured", f"where {model.provider} answers is not known: set GHOSTHANDS_MODEL_BASE_URL"
            )
        if base_url not in self._clients:
            self._clients[base_url] = openai.AsyncOpenAI(
                base_url=base_url,
                api_key=self._key(),
                timeout=self._settings.timeout_seconds,
                max_retries=self._settings.max_retries,
            )
        return self._clients[base_url]

    def _key(self) -> str:
        try:
            return self._settings.key() or "none"  # the client insists on one
        except OSError as error:
            raise ModelTrouble(
                "not_configured", f"GHOSTHANDS_MODEL_API_KEY_FILE cannot be read: {error.strerror}"
            ) from None


def _trouble(error: openai.APIError) -> ModelTrouble:
    match error:
        case openai.APITimeoutError():
            return ModelTrouble("model_timeout", "the model did not answer in time")
        case openai.APIConnectionError():
            return ModelTrouble("model_unreachable", "the model's endpoint is not reachable")
        case openai.RateLimitError():
            return ModelTrouble("model_rate_limited", "the model's endpoint limits how often it may be asked")
        case openai.AuthenticationError() | openai.PermissionDeniedError():
            return ModelTrouble("model_forbidden", "the model's endpoint does not take this API key")
        case openai.APIStatusError(status_code=status) if status < 500:
            return ModelTrouble("model_refused", f"the model's endpoint refused the request with status {status}")
        case openai.APIStatusError(status_code=status):
            return ModelTrouble("model_failed", f"the model's endpoint failed with status {status}")
        case _:
            return ModelTrouble("model_failed", "the model's endpoint answered what is no answer")
