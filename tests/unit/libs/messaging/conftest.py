"""Messages of our own, in three versions, and a log in memory that takes them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

import pytest

from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.message import Command, Event
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.wire.codec import Codec, Registry
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.subjects import Aggregate, job

NOW = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)


class LampLit(Event, frozen=True, kw_only=True):
    VERSION: ClassVar[int] = 3

    lumen: int
    colour: str = "white"


class LampOut(Event, frozen=True, kw_only=True):
    pass


class LightLamp(Command, frozen=True, kw_only=True):
    SERVICE: ClassVar[str] = "lamps"

    lumen: int


def upcast(name: str, version: int, payload: dict[str, Any]) -> dict[str, Any]:
    if name != "LampLit":
        raise NewerMessage(name, version)
    if version < 2:  # 1 counted in candela
        payload = {"lumen": payload.pop("candela") * 12, **payload}
    if version < 3:  # 2 had no colour
        payload = {"colour": "yellow", **payload}
    return payload


@pytest.fixture
def codec() -> Codec:
    events: dict[str, type[Event]] = {"LampLit": LampLit, "LampOut": LampOut}
    return Codec(Registry(events, {"LightLamp": LightLamp}, upcast))


@pytest.fixture
def lamp() -> Aggregate:
    return job("6c1f4f0e-54bd-4b6c-9d5e-0a7f6a4b1c2d")


@pytest.fixture
def cause(lamp: Aggregate) -> Cause:
    return Cause(command_id="command-1", tenant="Acme & Söhne", correlation=lamp.id, epoch=7)


@pytest.fixture
def log(codec: Codec) -> MemoryEventLog:
    return MemoryEventLog("lamps", codec, lambda: NOW, owns=None)


@pytest.fixture
def lit() -> LampLit:
    return LampLit(lumen=800)


@pytest.fixture
def out() -> LampOut:
    return LampOut()


@pytest.fixture
def light() -> LightLamp:
    return LightLamp(lumen=800)
