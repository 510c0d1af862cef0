"""The cascade: engines try in turn what tier 0 could not do, the cheapest promising one first.

The caller may pass a platform's own cascade, since engines differ on shadow roots and custom widgets; this module
knows no platform. Its order applies until each of its engines was tried often enough on that platform; then the
better one goes first. The human is always last: as an engine where they sit at the browser, by a request everywhere.
Each ranking is logged with its reason.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

import msgspec

from ghosthands.domain.engine import READING_TIER, TIERS, EngineName, SwitchReason

#: an engine's attempts on a platform before its record counts
MIN_SAMPLE = 20
#: how much better an engine's rate must be for it to move up
MARGIN = 0.05
#: days after which an attempt counts half
HALF_LIFE_DAYS = 14.0


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """An engine's place in a cascade, and its limits there."""

    engine: EngineName
    retries: int
    #: for one attempt
    seconds: float


class Cascade(msgspec.Struct, frozen=True):
    """A cascade: its levels in order, and the seconds for all of them together."""

    levels: tuple[Level, ...]
    total_seconds: float = 300.0


DOM = Level(engine=EngineName.STAGEHAND_DOM, retries=2, seconds=15)
CUA = Level(engine=EngineName.STAGEHAND_CUA, retries=1, seconds=30)
VISION = Level(engine=EngineName.MAGNITUDE, retries=2, seconds=30)
PERSON = Level(engine=EngineName.HUMAN, retries=1, seconds=120)

#: the order for platforms without a better one
DEFAULT = Cascade((DOM, CUA, VISION, PERSON))


class Criteria(msgspec.Struct, frozen=True, kw_only=True):
    """The limits beyond which an engine is given up."""

    max_failures: int = 3
    operation_seconds: float = 15.0
    confidence: float = 0.6


CRITERIA: Mapping[EngineName, Criteria] = {
    EngineName.STAGEHAND_DOM: Criteria(),
    EngineName.STAGEHAND_CUA: Criteria(operation_seconds=30.0),
    EngineName.MAGNITUDE: Criteria(operation_seconds=30.0, confidence=0.5),
    # a human who lets a minute pass is not there
    EngineName.HUMAN: Criteria(operation_seconds=60.0),
}


class EngineTally(msgspec.Struct, frozen=True):
    """An engine's successes and failures on a platform; older attempts count less."""

    successes: float = 0.0
    failures: float = 0.0

    @property
    def attempts(self) -> float:
        """The number of attempts."""
        return self.successes + self.failures

    @property
    def rate(self) -> float:
        """The share of successes, 0–1."""
        return self.successes / self.attempts if self.attempts else 0.0


#: by engine, on one platform
Experience = Mapping[EngineName, EngineTally]
NO_EXPERIENCE: Experience = {}


class Guidance(msgspec.Struct, frozen=True, kw_only=True):
    """The cascades and the experience by which a page's engines are chosen; both come from the caller."""

    #: platform -> its cascade; other platforms use the default
    cascades: Mapping[str, Cascade] = {}
    #: platform -> the tallies of its engines
    experience: Mapping[str, Experience] = {}

    def cascade_of(self, platform: str) -> Cascade:
        """Return the platform's cascade."""
        return self.cascades.get(platform, DEFAULT)

    def experience_of(self, platform: str) -> Experience:
        """Return the tallies of the engines on the platform."""
        return self.experience.get(platform, NO_EXPERIENCE)


NO_GUIDANCE = Guidance()


class Why(StrEnum):
    """The reason for an order of engines."""

    DEFAULT = "default"
    PLATFORM = "platform"
    LEARNED = "learned"


class EngineRecord(msgspec.Struct, frozen=True):
    """An engine's record on its platform at the time of a ranking."""

    engine: EngineName
    #: older ones count less
    attempts: float
    #: the share of successes, 0–1
    rate: float


class Ranking(msgspec.Struct, frozen=True):
    """The engines to try, in order, and the reason for that order."""

    engines: tuple[EngineName, ...]
    why: Why
    #: the records of those that were tried before
    seen: tuple[EngineRecord, ...] = ()


class Rung(msgspec.Struct, frozen=True):
    """One step of the cascade: an engine, and the tier it works at."""

    engine: EngineName
    tier: int


def tier_of(engine: EngineName, told: int | None) -> int:
    """Return the tier that an escalation names, or else the engine's own."""
    return TIERS[engine] if told is None else told


def rungs(engines: Sequence[EngineName]) -> tuple[Rung, ...]:
    """List the cascade's steps; an engine that reads the page's tree first fills a field, then reads its question."""
    found: list[Rung] = []
    for engine in engines:
        found.append(Rung(engine, TIERS[engine]))
        if engine is EngineName.STAGEHAND_DOM:
            found.append(Rung(engine, READING_TIER))
    return tuple(found)


def level_of(cascade: Cascade, engine: EngineName) -> Level:
    """Return the engine's level in the cascade, or else in the default one."""
    levels = (*cascade.levels, *DEFAULT.levels)
    return next(level for level in levels if level.engine is engine)


def ranking(cascade: Cascade, available: Collection[EngineName], experience: Experience = NO_EXPERIENCE) -> Ranking:
    """Rank the available engines by the cascade and by experience."""
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
    """Move engines with a clearly better rate ahead of worse ones, if both were tried often enough.

    The human stays last.
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
    """Return the reason for the engine to be given up after an operation; None if it is to go on."""
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
