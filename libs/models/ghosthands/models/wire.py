"""The client of one OpenAI-compatible endpoint, its retries, and the translation of its errors.

The endpoint is not trusted: its answers are limited in size and in time, however slowly they come, and are checked
before they are used. The client's package takes a second to import, so this module is imported only when a model is
asked.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, cast

import httpx2
import openai

from ghosthands.domain.codes import ModelFailure
from ghosthands.models.errors import ModelTrouble

#: the most bytes of an answer; a large one has some ten thousand
MAX_ANSWER_BYTES = 2 * 1024 * 1024

_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 8.0


class Wire:
    """A connection to one endpoint."""

    def __init__(self, base_url: str, key: str, *, timeout_seconds: float, max_retries: int) -> None:
        self._timeout = timeout_seconds
        self._max_retries = max_retries
        self._client = openai.AsyncOpenAI(
            base_url=base_url,
            api_key=key or "none",  # the client insists on one
            timeout=timeout_seconds,
            max_retries=0,  # it knows no time limit for all of them together
            default_headers={"Accept-Encoding": "identity"},  # against a small body that unpacks to a huge one
            http_client=openai.DefaultAsyncHttpxClient(
                event_hooks={"response": [_limit]},
                follow_redirects=False,  # a request goes to nobody else
            ),
        )

    async def complete(self, body: Mapping[str, Any], *, deadline: float) -> dict[str, Any]:
        """Return the answer to a chat completion request, as received, before `deadline` on the monotonic clock.

        Temporary failures are retried, after the pause that the endpoint asks for. Raises ModelTrouble.
        """
        repeats = 0
        while True:
            try:
                return await self._try(body, deadline)
            except _MayPass as failure:
                pause = _pause_for(repeats) if failure.retry_after is None else failure.retry_after
                if repeats >= self._max_retries or time.monotonic() + pause >= deadline:
                    raise failure.trouble from None
            repeats += 1
            await asyncio.sleep(pause)

    async def close(self) -> None:
        """Close the connections to the provider."""
        await self._client.close()

    async def _try(self, body: Mapping[str, Any], deadline: float) -> dict[str, Any]:
        seconds = min(self._timeout, deadline - time.monotonic())
        try:
            async with asyncio.timeout(seconds):
                answer = await self._client.post("/chat/completions", body=body, cast_to=object)
        except (TimeoutError, openai.APITimeoutError):
            raise ModelTrouble(ModelFailure.MODEL_TIMEOUT, "the model did not answer in time") from None
        except openai.APIError as error:
            trouble = _translate(error)
            if _may_pass(error):
                raise _MayPass(trouble, _read_retry_after(error)) from None
            raise trouble from None
        except (ValueError, RecursionError):  # cut off, or nested too deeply to be read
            raise _no_completion() from None
        return _check(answer, body)


class _MayPass(Exception):
    """A failure of the endpoint that may be temporary."""

    def __init__(self, trouble: ModelTrouble, retry_after: float | None) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble
        #: seconds; None if the endpoint does not tell
        self.retry_after = retry_after


class _Limited(httpx2.AsyncByteStream):
    """A body that is broken off when it gets too large."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MAX_ANSWER_BYTES:
                raise _too_large()
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _limit(response: httpx2.Response) -> None:
    if response.headers.get("content-encoding", "identity") != "identity":
        raise ModelTrouble(ModelFailure.MODEL_FAILED, "the model's endpoint packed its answer, which it was not to")
    response.stream = _Limited(cast(httpx2.AsyncByteStream, response.stream))


def _check(answer: object, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer if it is a chat completion that calls only offered tools. Raises ModelTrouble."""
    match answer:
        case {"choices": [_, *_] as choices} if all(map(_is_choice, choices)):
            called = {_name_tool(call) for choice in choices for call in choice["message"].get("tool_calls") or ()}
        case _:
            raise _no_completion()
    if not called <= {_name_tool(tool) for tool in body.get("tools") or ()}:
        raise ModelTrouble(ModelFailure.ANSWER_INVALID, "the model called a tool that it was not offered")
    return cast(dict[str, Any], answer)


def _is_choice(choice: object) -> bool:
    match choice:
        case {"message": dict() as message}:
            calls = message.get("tool_calls")
            return isinstance(message.get("content"), str | None) and isinstance(calls, list | None)
        case _:
            return False


def _name_tool(tool: object) -> str:
    match tool:
        case {"function": {"name": str(name)}}:
            return name
        case _:
            return ""


def _no_completion() -> ModelTrouble:
    return ModelTrouble(ModelFailure.MODEL_FAILED, "the endpoint did not answer with a chat completion")


def _too_large() -> ModelTrouble:
    return ModelTrouble(ModelFailure.ANSWER_TOO_LARGE, f"the answer has more than {MAX_ANSWER_BYTES} bytes")


def _may_pass(error: openai.APIError) -> bool:
    """Whether nothing was answered and a retry may succeed; what may have been charged is not retried."""
    match error:
        case openai.APIStatusError(status_code=status):
            return status in (408, 409, 429) or status >= 500
        case _:
            return isinstance(error, openai.APIConnectionError)


def _read_retry_after(error: openai.APIError) -> float | None:
    """Return the seconds of a Retry-After, which may also be a date; None without a valid one."""
    said = error.response.headers.get("retry-after", "") if isinstance(error, openai.APIStatusError) else ""
    try:
        return max(0.0, float(said)) if said.replace(".", "", 1).isdecimal() else _count_seconds_until(said)
    except (ValueError, OverflowError):
        return None


def _count_seconds_until(date: str) -> float:
    moment = parsedate_to_datetime(date)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _pause_for(repeats: int) -> float:
    longest: float = min(_LONGEST_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2**repeats)
    return longest * random.uniform(0.75, 1)  # noqa: S311 - no secret


def _translate(error: openai.APIError) -> ModelTrouble:
    match error:
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
