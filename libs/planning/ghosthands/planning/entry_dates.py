"""The dates and the title of a history's entry, whose boxes would be read as another question elsewhere.

A "Start date" is an entry's, or the day the applicant can begin; a "Title" is a job's, or Mrs; what still goes on is a
job.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from ghosthands.domain.page import FieldModel
from ghosthands.planning import date_parts
from ghosthands.planning.asking import NAMES
from ghosthands.planning.matching import BY_LABEL, Match
from ghosthands.planning.rule import FieldRule
from ghosthands.planning.rules.dates import AVAILABILITY
from ghosthands.planning.rules.history import WORK, heads_an_entry
from ghosthands.planning.signals import Signals

#: In place of the number of an entry that nobody knows.
UNTOLD = ".?."
#: What a "Start date" outside of a history is taken for.
_AVAILABLE = "profile.available_start_date"
#: The names of the rules for the two dates of an entry.
_START, _END = "start", "end"
#: A number that a label ends in.
_NUMBER = re.compile(r" \d+$")
#: A format that a label ends in, as words.
_FORMAT = re.compile(r"(?: (?:dd?|tt|jj|m{1,4}|y{2,4}|j{2,4}|a{2,4}|r{4}|g{4}))+$")
#: Most words of a date's or a position's label that says nothing else.
_DATE_WORDS = 2
#: The names of the rules for what else only its block makes an entry's.
_TITLE, _CURRENT = "title", "is_current"


def find(
    shown: Sequence[FieldModel],
    matches: Mapping[str, Match],
    read: Mapping[str, Signals],
    asking: Collection[tuple[str, ...]],
    rules: Sequence[FieldRule],
) -> dict[str, Match]:
    """Return the matches of dates that are an entry's by a history's rules: a start with an end, or one asked again.

    `asking`: the paths of headings below which the history is asked for.
    """
    below: defaultdict[tuple[str, ...], dict[str, FieldRule]] = defaultdict(dict)
    for each in shown:
        own, found = read[each.id], matches.get(each.id)
        is_open = found is None or found.key == _AVAILABLE
        if is_open and own.path in asking and (rule := _dated(each, own.title, rules)):
            below[own.path][each.id] = rule
    again = Counter(read[field_id].title for dates in below.values() for field_id in dates)
    return {
        field_id: Match(rule.key or "", BY_LABEL, f"entry:{rule.name}")
        for dates in below.values()
        for field_id, rule in dates.items()
        if len({each.name for each in dates.values()}) > 1 or again[read[field_id].title] > 1
    }


def find_beside(
    shown: Sequence[FieldModel],
    matches: Mapping[str, Match],
    read: Mapping[str, Signals],
    asking: Collection[tuple[str, ...]],
    rules: Sequence[FieldRule],
) -> dict[str, Match]:
    """Return the matches of what only the heading of an entry over it makes that entry's: its title, if it goes on.

    `asking`: the paths of headings below which the history is asked for. A "Title" beside a name is the person's.
    """
    named = {read[field_id].path for field_id, one in matches.items() if one.key in NAMES}
    below = {path for path in asking if path and heads_an_entry(path[-1])} - named
    found: dict[str, Match] = {}
    for each in shown:
        own = read[each.id]
        if each.id in matches or own.path not in below:
            continue
        rule = next((one for one in rules if each.kind in one.kinds and one.fits_label(own.title)), None)
        is_short = len(own.title.split()) <= _DATE_WORDS
        if rule and rule.key and (rule.name == _CURRENT or (rule.name == _TITLE and is_short)):
            found[each.id] = Match(rule.key, BY_LABEL, f"entry:{rule.name}")
    return found


def deny_availability(
    shown: Sequence[FieldModel],
    matches: Mapping[str, Match],
    read: Mapping[str, Signals],
    jobs: Collection[tuple[str, ...]],
) -> dict[str, Match]:
    """Return the starts of something else than the job: beside an end, or of what one did, or asked for again.

    `jobs`: the paths of headings below which a history is asked for.
    """
    dated = [(each, _dated(each, _NUMBER.sub("", read[each.id].title), WORK)) for each in shown]
    ends = {read[each.id].path for each, rule in dated if rule and rule.name == _END}
    starts = [
        each
        for each, rule in dated
        if rule and each.id in matches and matches[each.id].key == _AVAILABLE and not _is_of_availability(read[each.id])
    ]
    own = {each.id for each in starts}
    is_again = len(date_parts.group(starts)) > 1
    is_told = any(one.key == _AVAILABLE for field_id, one in matches.items() if field_id not in own)
    others = ends.union(jobs) if is_told else ends
    untold = Match(f"profile.work_history{UNTOLD}start_date", BY_LABEL, "entry:start")
    return {each.id: untold for each in starts if is_again or read[each.id].path in others}


def _dated(asked: FieldModel, title: str, rules: Sequence[FieldRule]) -> FieldRule | None:
    """Return the rule by which a title says that it is the start or the end of something, and no more."""
    title = _FORMAT.sub("", title)
    if not 0 < len(title.split()) <= _DATE_WORDS:
        return None
    rule = next((rule for rule in rules if asked.kind in rule.kinds and rule.fits_label(title)), None)
    return rule if rule and rule.key and rule.name in (_START, _END) else None


def _is_of_availability(signals: Signals) -> bool:
    return any(map(AVAILABILITY.search, (*signals.path, *signals.identifiers)))
