"""The cascade: what tier 0 could not do is tried by one engine after the other, the cheapest that promises most first.

A platform may have a cascade of its own (engines differ in what they make of shadow roots and drawn widgets), which is
handed in: no platform is known here. Its order stands until enough was seen of each of its engines on that platform;
then the better one goes first. The human is always last: as an engine where they sit at the browser, by a request
everywhere. Whatever is chosen says why, on the log.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

import msgspec

from ghosthands.domain.engine import READING_TIER, TIERS, EngineName, SwitchReason

#: attempts of an engine on a platform before they say anything of the next
MIN_SAMPLE = 20
#: how much better an engine must be before it goes ahead of its place in the table
MARGIN = 0.05
#: days after which an attempt counts half
HALF_LIFE_DAYS = 14.0


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """An engine's place in a cascade, and what it is allowed there."""

    engine: EngineName
    retries: int
    #: of one attempt
    seconds: float


class Cascade(msgspec.Struct, frozen=True):
    """Levels in order, and seconds for all of them together."""

    levels: tuple[Level, ...]
    total_seconds: float = 300.0


DOM = Level(engine=EngineName.STAGEHAND_DOM, retries=2, seconds=15)
CUA = Level(engine=EngineName.STAGEHAND_CUA, retries=1, seconds=30)
VISION = Level(engine=EngineName.MAGNITUDE, retries=2, seconds=30)
PERSON = Level(engine=EngineName.HUMAN, retries=1, seconds=120)

#: the order wherever no other is known to be better
DEFAULT = Cascade((DOM, CUA, VISION, PERSON))


class Criteria(msgspec.Struct, frozen=True, kw_only=True):
    """The limits past which an engine is given up."""

    max_failures: int = 3
    operation_seconds: float = 15.0
    confidence: float = 0.6


CRITERIA: Mapping[EngineName, Criteria] = {
    EngineName.STAGEHAND_DOM: Criteria(),
    EngineName.STAGEHAND_CUA: Criteria(operation_seconds=30.0),
    EngineName.MAGNITUDE: Criteria(operation_seconds=30.0, confidence=0.5),
    # who let a minute pass is not there
    EngineName.HUMAN: Criteria(operation_seconds=60.0),
}


class EngineTally(msgspec.Struct, frozen=True):
    """What an engine did on a platform; older attempts count less."""

    successes: float = 0.0
    failures: float = 0.0

    @property
    def attempts(self) -> float:
        """How often the engine was tried."""
        return self.successes + self.failures

    @property
    def rate(self) -> float:
        """The share that went well, 0–1."""
        return self.successes / self.attempts if self.attempts else 0.0


#: by engine, on one platform
Experience = Mapping[EngineName, EngineTally]
NO_EXPERIENCE: Experience = {}


class Guidance(msgspec.Struct, frozen=True, kw_only=True):
    """What the engines of a page are chosen by: its platform's own cascade, and experience; both handed in."""

    #: platform -> its cascade; the default one for all others
    cascades: Mapping[str, Cascade] = {}
    #: platform -> what its engines did so far
    experience: Mapping[str, Experience] = {}

    def cascade_of(self, platform: str) -> Cascade:
        """The order in which engines are tried on the platform."""
        return self.cascades.get(platform, DEFAULT)

    def experience_of(self, platform: str) -> Experience:
        """What the engines did on the platform."""
        return self.experience.get(platform, NO_EXPERIENCE)


NO_GUIDANCE = Guidance()


class Why(StrEnum):
    """The source of an order of engines."""

    DEFAULT = "default"
    PLATFORM = "platform"
    LEARNED = "learned"


class EngineRecord(msgspec.Struct, frozen=True):
    """What an order knew of an engine on its platform."""

    engine: EngineName
    #: older ones count less
    attempts: float
    #: the share that went well, 0–1
    rate: float


class Ranking(msgspec.Struct, frozen=True):
    """The engines to try, in order, and why in that one."""

    engines: tuple[EngineName, ...]
    why: Why
    #: those that were tried before
    seen: tuple[EngineRecord, ...] = ()


class Rung(msgspec.Struct, frozen=True):
    """A way in which what failed is tried again."""

    engine: EngineName
    tier: int


def tier_of(engine: EngineName, told: int | None) -> int:
    """The tier that an escalation tells, or where it tells none the engine's own."""
    return TIERS[engine] if told is None else told


def rungs(engines: Sequence[EngineName]) -> tuple[Rung, ...]:
    """The ways down the cascade: what reads the page's tree works a field first, and then reads its question only."""
    found: list[Rung] = []
    for engine in engines:
        found.append(Rung(engine, TIERS[engine]))
        if engine is EngineName.STAGEHAND_DOM:
            found.append(Rung(engine, READING_TIER))
    return tuple(found)


def level_of(cascade: Cascade, engine: EngineName) -> Level:
    """The engine's level in the cascade, else in the default one."""
    levels = (*cascade.levels, *DEFAULT.levels)
    return next(level for level in levels if level.engine is engine)


def ranking(cascade: Cascade, available: Collection[EngineName], experience: Experience = NO_EXPERIENCE) -> Ranking:
    """The available engines in the order of the cascade."""
    engines = [level.engine for level in cascade.levels if level.engine in available]
    learned = _rank_by_experience(engines, experience)
    default = Why.PLATFORM if cascade != DEFAULT else Why.DEFAULT
    why = Why.LEARNED if learned != engines else default
    return Ranking(
        tuple(learned), why, tuple(_record_of(engine, experience) for engine in learned if engine in experience)
    )


def _record_of(engine: EngineName, experience: Experience) -> EngineRecord:
    tally = experience[engine]
    return EngineRecord(engine, round(tally.attempts, 1), round(tally.rate, 3))


def _rank_by_experience(engines: Sequence[EngineName], experience: Experience) -> list[EngineName]:
    """The engines in an order where none that was seen enough stands behind one that does clearly worse.

    The human keeps theirs, which is the last.
    """
    tallies = {engine: experience.get(engine, EngineTally()) for engine in engines}
    known = [one for one in engines if one is not EngineName.HUMAN and tallies[one].attempts >= MIN_SAMPLE]
    ranked: list[EngineName] = []
    for engine in known:
        place = len(ranked)
        while place > 0 and tallies[engine].rate > tallies[ranked[place - 1]].rate + MARGIN:
            place -= 1
        ranked.insert(place, engine)
    best = iter(ranked)
    return [next(best) if engine in known else engine for engine in engines]


def switch_reason(
    engine: EngineName, *, failures: int, seconds: float, confidence: float | None
) -> SwitchReason | None:
    """Why the engine should make way after an operation; None where it should go on."""
    criteria = CRITERIA.get(engine)
    if criteria is None:
        return None
    if failures >= criteria.max_failures:
        return SwitchReason.CONSECUTIVE_FAILURES
    if seconds > criteria.operation_seconds:
        return SwitchReason.OPERATION_TIMEOUT
    if confidence is not None and confidence < criteria.confidence:
        return SwitchReason.LOW_CONFIDENCE
    return None
