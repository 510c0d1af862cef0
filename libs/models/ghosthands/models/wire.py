"""One OpenAI-compatible endpoint: its client, with time-outs and retries, and what its errors mean here.

The client's package takes a second to import, so that this module is imported when a model is asked, not before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import openai

from ghosthands.domain.codes import ModelFailure
from ghosthands.models.errors import ModelTrouble


class Wire:
    """A connection to one endpoint."""

    def __init__(self, base_url: str, key: str, *, timeout_seconds: float, max_retries: int) -> None:
        self._client = openai.AsyncOpenAI(
            base_url=base_url,
            api_key=key or "none",  # the client insists on one
            timeout=timeout_seconds,
            max_retries=max_retries,
        )

    async def complete(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a chat completion request, as it came. Raises ModelTrouble."""
        try:
            answer = await self._client.post("/chat/completions", body=body, cast_to=object)
        except openai.APIError as error:
            raise _translate(error) from None
        if not (isinstance(answer, dict) and answer.get("choices")):
            raise ModelTrouble(ModelFailure.MODEL_FAILED, "the endpoint did not answer with a chat completion")
        return cast(dict[str, Any], answer)

    async def close(self) -> None:
        """Let go of it."""
        await self._client.close()


def _translate(error: openai.APIError) -> ModelTrouble:
    match error:
        case openai.APITimeoutError():
            return ModelTrouble(ModelFailure.MODEL_TIMEOUT, "the model did not answer in time")
        case openai.APIConnectionError():
            return ModelTrouble(ModelFailure.MODEL_UNREACHABLE, "the model's endpoint is not reachable")
        case openai.RateLimitError():
            return ModelTrouble(
                ModelFailure.MODEL_RATE_LIMITED, "the model's endpoint limits how often it may be asked"
            )
        case openai.AuthenticationError() | openai.PermissionDeniedError():
            return ModelTrouble(ModelFailure.MODEL_FORBIDDEN, "the model's endpoint does not take this API key")
        case openai.APIStatusError(status_code=status) if status < 500:
            return ModelTrouble(
                ModelFailure.MODEL_REFUSED, f"the model's endpoint refused the request with status {status}"
            )
        case openai.APIStatusError(status_code=status):
            return ModelTrouble(ModelFailure.MODEL_FAILED, f"the model's endpoint failed with status {status}")
        case _:
            return ModelTrouble(ModelFailure.MODEL_FAILED, "the model's endpoint answered what is no answer")
