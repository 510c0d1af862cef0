"""What a server heard of an applicant: every request's address, headers and body, searched for all that is theirs."""

from __future__ import annotations

import base64
import binascii
import gzip
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, unquote_plus

from starlette.types import ASGIApp, Receive, Scope, Send

#: what is typed of a value tells it from so many letters on
_PREFIX = 3
#: a shorter value is searched for as a whole parameter or string alone
_SHORT = 5
_PARTS = re.compile(r"[&?#=/\"'\r\n\t,;:|<>(){}\[\]]+")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{4,}={0,2}")


@dataclass(frozen=True)
class Heard:
    """One request, all of it."""

    method: str
    address: str
    headers: str
    body: bytes

    def __str__(self) -> str:
        return f"{self.method} {self.address} {self.body[:200]!r}"


@dataclass
class Listener:
    """Stands before an app and writes down what comes."""

    app: ASGIApp
    heard: list[Heard] = field(default_factory=list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, and remember it as far as the app reads it."""
        if scope["type"] != "http":
            self.heard.append(Heard(scope["type"], scope.get("path", ""), _read_headers(scope), b""))
            await self.app(scope, receive, send)
            return
        body = bytearray()
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        address = scope["raw_path"].decode() + ("?" + scope["query_string"].decode() if scope["query_string"] else "")
        self.heard.append(Heard(scope["method"], address, _read_headers(scope), bytes(body)))
        given = False

        async def again() -> Any:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        await self.app(scope, again, send)

    def told(self, values: Iterable[str], *, but: str = "") -> list[str]:
        """Each request that tells one of the values, and which; what stands in `but` is no secret."""
        secrets = [one for one in map(_fold, values) if one and one not in _fold(but)]
        return [f"{one} tells {secret!r}" for one in self.heard for secret in secrets if _tells(one, secret)]


def _read_headers(scope: Scope) -> str:
    return "\n".join(f"{name.decode()}: {value.decode('latin-1')}" for name, value in scope["headers"])


def values_of(request: Mapping[str, Any]) -> list[str]:
    """All that a request says of its applicant, the name of the resume too."""
    return [*_leaves(request["profile"]), *request["qa_answers"].values(), request["resume"]["file_name"]]


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(inner)
    else:
        yield str(value)


def _tells(one: Heard, secret: str) -> bool:
    texts = list(_read(one))
    if len(secret) >= _SHORT and any(secret in _fold(text) for text in texts):
        return True
    digits = re.sub(r"\D", "", secret)[-9:]
    if len(digits) == 9 and any(digits in re.sub(r"[\s().\-/]", "", text) for text in texts):
        return True
    parts = {_fold(part) for text in texts for part in _PARTS.split(text)}
    return any(
        part == secret or (len(part) >= _PREFIX and part.isalpha() and secret.startswith(part)) for part in parts
    )


def _read(one: Heard) -> Iterator[str]:
    """Everything that the server can make of it."""
    body = gzip.decompress(one.body) if one.body[:2] == b"\x1f\x8b" else one.body
    for data in (body, bytes(byte ^ 0xA5 for byte in body) if body else b""):
        yield from _decode(data.decode("utf-8", "replace"))
    for line in (one.address, *one.headers.split("\n")):
        if not line.lower().startswith(("user-agent:", "accept", "sec-", "host:", "connection:", "upgrade")):
            yield from _decode(line.partition(": ")[2] if ": " in line else line)


def _decode(text: str) -> Iterator[str]:
    yield text
    if "%" in text or "+" in text:
        yield unquote(text)
        yield unquote_plus(text)
    if "\\" in text:
        yield re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text).replace('\\"', '"')
    for run in _BASE64.findall(text):
        try:
            yield base64.urlsafe_b64decode(run + "=" * (-len(run) % 4)).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue


def _fold(text: str) -> str:
    return " ".join(text.casefold().split()).removeprefix("https://")
