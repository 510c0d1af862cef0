"""One try to send a callback: a signed POST, and the meaning of the answer or of its absence."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import httpx
import msgspec

from ghosthands.chassis import judged, networks
from ghosthands.domain.codes import CallbackFault

USER_AGENT = "GhostHands-Callback/1.0"
#: seconds for a whole try: resolving the host, connecting, sending, the answer
TRY_SECONDS = 10.0
#: most bytes of an answer that are read
MAX_ANSWER_BYTES = 16 * 1024

_TOO_MANY = 429


class ReceiverAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The receiver's answer to a try, or why there is none."""

    #: None where there was no answer
    http_status: int | None = None
    #: why it counts as failed; None where it was taken
    fault: CallbackFault | None = None
    took_ms: int = 0
    #: the pause that the receiver asks for
    wait: timedelta | None = None
    #: what the receiver did with the callback: skipped, warning
    said: str = ""


class CallbackSender:
    """Sends callbacks; to private hosts only where they are allowed, and never after a redirect.

    The service key itself goes to the hosts in `keyed` alone, over https or within a private network. Anybody who may
    send a request names an address; the key would let them call the API as VALET.
    """

    def __init__(
        self,
        secret: str,
        allowed: Collection[str],
        *,
        keyed: Collection[str] = (),
        try_seconds: float = TRY_SECONDS,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._secret = secret
        self._allowed = allowed
        self._keyed = keyed
        self._try_seconds = try_seconds
        self._now = now
        # no connection is used again: it would be another host's whose name has the same address
        self._client = httpx.AsyncClient(timeout=try_seconds, limits=httpx.Limits(max_keepalive_connections=0))

    async def close(self) -> None:
        """Close the open connections."""
        await self._client.aclose()

    async def send(self, url: str, callback_id: str, body: bytes) -> ReceiverAnswer:
        """Send the body to the URL, once; return the answer."""
        started = time.perf_counter()
        answer = await self._try(url, callback_id, body)
        return msgspec.structs.replace(answer, took_ms=round((time.perf_counter() - started) * 1000))

    async def _try(self, url: str, callback_id: str, body: bytes) -> ReceiverAnswer:
        headers = sign(self._secret, callback_id, body, at=int(self._now()))
        try:
            async with asyncio.timeout(self._try_seconds):
                is_valets = networks.host_of(url) in self._keyed
                key = {"X-GH-Service-Key": self._secret} if self._secret and is_valets else {}
                response = await judged.send(
                    self._client, "POST", url, allowed=self._allowed, headers=headers, secrets=key, content=body
                )
                async with aclosing(response):
                    return await _read(response)
        except networks.AddressRefused as error:
            return ReceiverAnswer(fault=CallbackFault(error.code))
        except (TimeoutError, httpx.TimeoutException):
            return ReceiverAnswer(fault=CallbackFault.NO_ANSWER)
        except (httpx.HTTPError, httpx.InvalidURL, OSError):
            return ReceiverAnswer(fault=CallbackFault.NOT_CONNECTED)


def sign(secret: str, callback_id: str, body: bytes, *, at: int) -> dict[str, str]:
    """Return the headers of a callback, with a proof that it is from us and that nobody changed it.

    `v1` is the HMAC-SHA256, under the service key, of the moment, a dot and the body.
    """
    headers = {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "X-GhostHands-Delivery": callback_id,
    }
    if not secret:
        return headers
    proof = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return {**headers, "X-GhostHands-Signature": f"t={at},v1={proof}"}


async def _read(response: httpx.Response) -> ReceiverAnswer:
    status = response.status_code
    if response.is_success:
        return ReceiverAnswer(http_status=status, said=_find_remark(await _read_beginning(response)))
    fault = CallbackFault.TOLD_TO_WAIT if status == _TOO_MANY else CallbackFault.NOT_TAKEN
    return ReceiverAnswer(http_status=status, fault=fault, wait=_find_wait(response.headers))


async def _read_beginning(response: httpx.Response) -> bytes:
    data = bytearray()
    async for chunk in response.aiter_raw(MAX_ANSWER_BYTES):
        data += chunk
        if len(data) >= MAX_ANSWER_BYTES:
            break
    return bytes(data[:MAX_ANSWER_BYTES])


def _find_remark(body: bytes) -> str:
    """Return whether the receiver skipped the callback or warns of something; never its own words."""
    try:
        told = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return ""
    known = told if isinstance(told, dict) else {}
    return next((word for word in ("skipped", "warning") if known.get(word)), "")


def _find_wait(headers: Mapping[str, str]) -> timedelta | None:
    """Return the delay in `Retry-After`, given in seconds or as a date."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal() and len(text) < 8:
        return timedelta(seconds=int(text))
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC), timedelta())
