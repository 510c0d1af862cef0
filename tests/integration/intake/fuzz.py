"""Messages at random, by a seed: good ones, good ones with something wrong in them, and bytes."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from .conftest import TENANT, job_of, request

SUBJECTS = ("job.requested", "job.cancel", "human.resolved")

_DEEP: Any = json.loads("[" * 60 + "]" * 60)
#: what stands where something else should
JUNK: tuple[Any, ...] = (
    None,
    "",
    0,
    -1,
    10**40,
    1e308,
    float("nan"),
    float("inf"),
    True,
    [],
    {},
    [{}] * 50,
    _DEEP,
    {"a": {"b": {"c": [1, 2, {"d": None}]}}},
    "x" * 20_000,
    "\x00",
    "\ud800",
    "🙂" * 100,
    "../../etc/passwd",
    "'; drop table gh.jobs; --",
    "javascript:alert(1)",
    "http://10.0.0.1/cv.pdf",
    str(uuid.UUID(int=0)),
)
#: what tells whose a request is: with another there it is answered elsewhere
NAMING = ("tenant", "valet_task_id", "idempotency_key")


@dataclass(frozen=True)
class Sent:
    """A message as it was sent."""

    subject: str
    data: bytes
    #: VALET's task, where its answer goes to that
    task: str = ""


class Fuzz:
    """The messages of a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._jobs: list[str] = []
        self._bodies: list[dict[str, Any]] = []

    def messages(self, count: int) -> Iterator[Sent]:
        """So many of them."""
        kinds = (self._request, self._request, self._repeat, self._cancel, self._resolve, self._bytes)
        for _ in range(count):
            yield self._random.choice(kinds)()

    def _request(self) -> Sent:
        body = request(task=self._random.randbytes(8).hex(), valet_user_id=self._uuid())
        self._jobs.append(job_of(body))
        spoilt = self._spoil(body) if self._random.random() < 0.7 else body
        is_named = all(spoilt.get(name) == body[name] for name in NAMING)
        if is_named:
            self._bodies.append(body)
        return Sent("job.requested", _encode(spoilt), body["valet_task_id"] if is_named else "")

    def _repeat(self) -> Sent:
        """One that was sent before, as it was meant or with something wrong in it."""
        if not self._bodies:
            return self._request()
        body = self._random.choice(self._bodies)
        return Sent("job.requested", _encode({**body, "priority": self._random.randrange(20)}), body["valet_task_id"])

    def _cancel(self) -> Sent:
        body = {"tenant": TENANT, "job_id": self._job()}
        return Sent("job.cancel", _encode(self._spoil(body) if self._random.random() < 0.4 else body))

    def _resolve(self) -> Sent:
        body: dict[str, Any] = {
            "tenant": TENANT,
            "job_id": self._job(),
            "request_id": self._uuid(),
            "resolution": self._random.choice(("value", "skip", "done", "credentials", "code", "reviewed", "else")),
            "values": {self._random.randbytes(8).hex(): "an answer"},
        }
        return Sent("human.resolved", _encode(self._spoil(body) if self._random.random() < 0.6 else body))

    def _bytes(self) -> Sent:
        subject = self._random.choice((*SUBJECTS, "job.nothing", "human.nothing"))
        whole = _encode(request(valet_user_id=self._uuid()))
        return Sent(
            subject,
            self._random.choice(
                (
                    b"",
                    self._random.randbytes(self._random.randrange(2000)),
                    whole[: self._random.randrange(len(whole))],
                    b"[]",
                    b'"a text"',
                    b"[" * 50_000,
                    b"\xef\xbb\xbf" + b"{",
                    b'{"a":1' + b"\xff" * 10,
                )
            ),
        )

    def _spoil(self, body: dict[str, Any]) -> dict[str, Any]:
        """The body with one to three things in it left out, or replaced by something else."""
        spoilt: dict[str, Any] = json.loads(json.dumps(body))
        for _ in range(self._random.randint(1, 3)):
            held: dict[str, Any] = spoilt
            name = self._random.choice(sorted(held)) if held else ""
            if isinstance(held.get(name), dict) and held[name] and self._random.random() < 0.7:
                held = held[name]
                name = self._random.choice(sorted(held))
            if self._random.random() < 0.3:
                held.pop(name, None)
            else:
                junk = deepcopy(self._random.choice(JUNK))  # it may be spoilt itself, and lie in itself then
                if name in NAMING and isinstance(junk, str | int | float):  # each by a name of its own
                    junk = f"{junk}{self._random.randbytes(4).hex()}"
                held[name or "more"] = junk
        return spoilt

    def _job(self) -> str:
        known = self._jobs and self._random.random() < 0.7
        return self._random.choice(self._jobs) if known else self._uuid()

    def _uuid(self) -> str:
        return str(uuid.UUID(bytes=self._random.randbytes(16), version=4))


def _encode(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode()
