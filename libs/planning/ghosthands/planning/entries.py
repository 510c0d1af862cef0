"""Entries: which entry of a history each block of the same questions asks about.

A form repeats "Employer" and "Job title" for each job. Such blocks are a sequence, whatever stands above them, and no
entry goes into two of them. The page's order counts below one heading of a history, or where the headings say that each
block follows the one before ("Current job", "The job before"). Which entry any other block wants nobody knows but the
applicant: its match has a key that no profile has, so that neither a rule nor a model fills it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ghosthands.domain.page import FieldModel
from ghosthands.planning import date_parts, entry_dates, levels
from ghosthands.planning.asking import NAMES, STREETS
from ghosthands.planning.matching import HISTORY, Match, entry, of_entry
from ghosthands.planning.rule import FieldRule
from ghosthands.planning.rules.history import (
    BEFORE,
    EDUCATION,
    EDUCATION_SECTION,
    LATEST,
    LOWER_SCHOOL,
    ORDINALS,
    STUDIES,
    WORK,
    WORK_SECTION,
)
from ghosthands.planning.signals import Signals

#: The end of the reason of a match that is only right if the present job is the first entry.
_BY_PRESENT = ":by_present_job"
_NUMBERED = re.compile(r"\.(?:\d+|\?)\.")
#: Keys of the present job, by the key in the history that they are.
_PRESENT = {
    "profile.current_company": f"profile.work_history{HISTORY}company",
    "profile.current_title": f"profile.work_history{HISTORY}title",
}
_OF_DATES = (".start_date", ".end_date")
#: Least keys in common by which blocks of other words are of one sequence.
_ALIKE = 2


@dataclass(frozen=True, slots=True)
class _History:
    """One history: what its keys begin with, the words of its headings, and its rules."""

    prefix: str
    heading: re.Pattern[str]
    rules: Sequence[FieldRule]


_HISTORIES = (
    _History("profile.work_history.", WORK_SECTION, WORK),
    _History("profile.education.", EDUCATION_SECTION, EDUCATION),
)
_PREFIXES = tuple(history.prefix for history in _HISTORIES)


@dataclass(slots=True)
class _Block:
    """The questions about one entry, below one path of headings, the outermost first."""

    path: tuple[str, ...]
    #: whether a heading names the history
    is_history: bool
    #: how often the applicant's name is asked for below the same headings
    names: int
    #: the number that the headings or names state
    stated: int | None
    #: whether its headings ask for a street too
    is_address: bool
    #: whether rules took one of its fields for a history's, not for the present job's
    is_historys: bool = False
    #: whether another of its fields is the present job's
    is_presents: bool = False
    #: what its fields ask for, by their ids: the first entry's key, and the label
    asked: dict[str, tuple[str, str]] = field(default_factory=dict)
    #: the number of its entry; None where nobody knows
    number: int | None = None

    @property
    def ordinal(self) -> int | None:
        """The number in words that the heading states."""
        return next((at for at, said in enumerate(ORDINALS, 1) if said.search(self.path[-1])), None)

    @property
    def is_before(self) -> bool:
        """Whether the heading says that it is not the latest."""
        return bool(BEFORE.search(self.path[-1]))

    @property
    def is_latest(self) -> bool:
        """Whether the heading says so."""
        return bool(LATEST.search(self.path[-1])) and not self.is_before and self.ordinal is None

    @property
    def is_lower(self) -> bool:
        """Whether the heading names a school before all studies."""
        return bool(LOWER_SCHOOL.search(self.path[-1]))

    @property
    def level(self) -> str:
        """The level of studies by which alone the heading names it; empty for none."""
        found = STUDIES.search(self.path[-1])
        return found[0] if found and not (self.is_latest or self.is_before or self.ordinal is not None) else ""

    @property
    def is_named(self) -> bool:
        """Whether the applicant's name is asked for below the same headings."""
        return self.names > 0

    @property
    def is_line(self) -> bool:
        """Whether it is no more than the employer's line in an address: a bill's, a parcel's."""
        asked = {key for key, _ in self.asked.values()}
        is_headed = self.has_order or self.is_before or self.ordinal is not None
        return self.is_address and asked == {_PRESENT["profile.current_company"]} and not is_headed

    @property
    def has_order(self) -> bool:
        """Whether what stands behind it is earlier, because the headings name the history or the latest of it."""
        return self.is_history or self.is_latest


def number(shown: Sequence[FieldModel], matches: Mapping[str, Match], read: Mapping[str, Signals]) -> dict[str, Match]:
    """Return the matches of histories, each with the number of its entry."""
    found: dict[str, Match] = {}
    for history in _HISTORIES:
        asking = _list_paths(matches, read, history.prefix)
        if not asking:
            continue
        open_to = (shown, matches, read, asking, history.rules)
        dated = {**matches, **entry_dates.find(*open_to), **entry_dates.find_beside(*open_to)}
        blocks = _list_blocks(shown, dated, read, history)
        for at, block in enumerate(blocks):
            block.number = _count(block, blocks[:at], blocks[at + 1 :])
            numbered = {each: _numbered(dated[each], key, block.number) for each, (key, _) in block.asked.items()}
            if block.number is None and history.rules is EDUCATION:
                numbered = {each: levels.mark(one, block.path[-1]) for each, one in numbered.items()}
            found |= numbered
        for one in (block for block in blocks if block.is_presents and block.number == 0):
            beside = [each for block in blocks if block is one or _are_alike(one, block) for each in block.asked]
            rest = (each for each in beside if found[each].key not in _PRESENT)
            found |= {each: replace(found[each], reason=f"{found[each].reason}{_BY_PRESENT}") for each in rest}
    if labelled := levels.find_labelled(shown, {**matches, **found}, read):
        found |= labelled
    numbered = {**matches, **found}
    return found | entry_dates.deny_availability(shown, numbered, read, _list_paths(numbered, read, *_PREFIXES))


def is_in_doubt(found: Match, keys: Collection[str]) -> bool:
    """Whether a match holds only if the present job is the profile's first entry, which ended."""
    has_ended = "profile.current_company" in keys and "profile.work_history.0.end_date" in keys
    return has_ended and found.reason.endswith(_BY_PRESENT)


def is_of_entry(found: Match | None) -> bool:
    """Whether only its block says what it asks: an earlier entry, or a date, which without it is another question."""
    if found is None or not found.key.startswith(_PREFIXES):
        return False
    return HISTORY not in found.key or found.key.endswith(_OF_DATES)


def is_told(matches: Iterable[Match], key: str) -> bool:
    """Whether the key is no history's, or the page asks for one entry alone."""
    numbers = (_NUMBERED.search(one.key) for one in matches)
    return not _PRESENT.get(key, key).startswith(_PREFIXES) or {said[0] for said in numbers if said} <= {HISTORY}


def _key(found: Match | None) -> str:
    """Return the key as that of the first entry; empty for no match."""
    return _NUMBERED.sub(HISTORY, _PRESENT.get(found.key, found.key)) if found else ""


def _numbered(found: Match, key: str, number: int | None) -> Match:
    if number is None:
        return replace(found, key=key.replace(HISTORY, entry_dates.UNTOLD))
    return of_entry(replace(found, key=key), number) if number else found


def _list_paths(matches: Mapping[str, Match], read: Mapping[str, Signals], *prefixes: str) -> set[tuple[str, ...]]:
    """Return the paths of headings below which something is asked for whose key begins with one of the prefixes."""
    return {read[field_id].path for field_id, one in matches.items() if _key(one).startswith(prefixes)}


def _list_blocks(
    shown: Sequence[FieldModel], matches: Mapping[str, Match], read: Mapping[str, Signals], history: _History
) -> list[_Block]:
    """Return the history's blocks in the page's order: one ends where a heading changes or a question is repeated."""
    asked = Counter((read[each.id].path, _key(matches.get(each.id))) for each in shown)
    blocks: list[_Block] = []
    last: dict[tuple[str, str], FieldModel] = {}
    for each in shown:
        key, own = _key(matches.get(each.id)), read[each.id]
        if not key.startswith(history.prefix):
            continue
        path, stated = own.path, entry(each, own)
        asks = (key, own.label or own.placeholder or " ".join(own.identifiers[:1]))
        is_again = asks in last and len(date_parts.group([last[asks], each])) > 1
        if not blocks or is_again or (path, stated) != (blocks[-1].path, blocks[-1].stated):
            is_history = any(map(history.heading.search, path))
            times = max(asked[path, name] for name in NAMES)
            is_address = any(asked[path, street] for street in STREETS)
            blocks.append(_Block(path, is_history, times, stated, is_address))
            last.clear()
        is_presents = matches[each.id].key in _PRESENT
        blocks[-1].is_presents |= is_presents
        blocks[-1].is_historys |= not is_presents
        blocks[-1].asked[each.id] = asks
        last[asks] = each
    return blocks


def _count(block: _Block, before: Sequence[_Block], behind: Sequence[_Block]) -> int | None:
    """Return the number of the block's entry, which no block of the same questions has."""
    earlier = [each for each in before if _are_alike(each, block)]
    later = [each for each in behind if _are_alike(each, block)]
    levels = {each.level for each in (block, *earlier, *later)} - {""}
    if block.is_lower or (block.stated is None and block.level and len(levels) > 1):
        return None  # levels of schooling say nothing of the order of the profile's entries
    if block.stated is not None and (block.is_historys or earlier or later):
        number: int | None = block.stated
    elif earlier and (earlier[-1].path == block.path or not block.is_latest):
        number = _follow(block, earlier[-1], earlier[0])
    elif block.is_latest:
        number = 0
    elif block.is_before and (later or not (block.is_history or block.is_named)):
        number = None
    else:
        number = None if any(each.is_latest or each.stated == 0 for each in later) else 0
    return None if number in [each.number for each in earlier] else number


def _follow(block: _Block, last: _Block, first: _Block) -> int | None:
    """Return the number behind the last block's, if the page or the heading says that it follows."""
    if last.number is None:
        return None
    number = last.number + 1
    if block.path == last.path:
        return number if block.is_history or not block.is_latest else None
    if block.ordinal is not None:
        return number if block.ordinal == number and first.has_order else None
    return number if block.is_before else None


def _are_alike(one: _Block, other: _Block) -> bool:
    """Whether two blocks ask the same of two entries, and neither is of whom the form is from, a bill or a school."""
    if one.is_line or other.is_line or one.is_lower or other.is_lower:
        return False
    if one.path == other.path:
        if one.names > 1:
            return False
    else:
        if one.is_named and other.is_named:
            return False
        if any(a.is_named and b.is_history and not b.is_before for a, b in ((one, other), (other, one))):
            return False
    asked, again = ({*each.asked.values()} for each in (one, other))
    keys = [{key for key, label in each if not LATEST.search(label)} for each in (asked, again)]
    return bool(asked & again) or len(keys[0] & keys[1]) >= _ALIKE
