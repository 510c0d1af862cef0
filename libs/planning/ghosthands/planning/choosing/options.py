"""Chooses the option that says what the applicant says.

What the applicant says is a yes or a no (or declines), a number or a date, or a thing: a place, a degree, a name. Each
is looked for by its own rules alone, so "no" is never Norway. A thing is said by an option
that names it whole, in other words too; an option that says more says something else: "University of California" is
not its campus in Berkeley. Among several that fit equally well it chooses none. "Male" is not in "Female", "United
States" is not its Minor Outlying Islands, and "not a protected veteran" is not a protected veteran.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from ghosthands.domain.polarity import Polarity, answered, is_decline, is_negated, is_statement, stated, told_beside
from ghosthands.domain.residence import Residence
from ghosthands.planning.choosing import dialling
from ghosthands.planning.choosing.degrees import degree_chosen
from ghosthands.planning.choosing.durations import duration_chosen
from ghosthands.planning.choosing.language_levels import level_chosen
from ghosthands.planning.choosing.month_lists import month_chosen
from ghosthands.planning.choosing.nationalities import nationality_chosen
from ghosthands.planning.choosing.part_lists import part_chosen
from ghosthands.planning.choosing.ranges import range_chosen
from ghosthands.planning.choosing.salutations import salutation_chosen
from ghosthands.planning.choosing.synonyms import families_of, means_same, normal
from ghosthands.planning.choosing.towns import town_chosen

_ASIDE = re.compile(r"\([^()]*\)")
_DIAL_CODE = re.compile(r"\+\s?(\d{1,4})")
_DIALLED = re.compile(r"\+\s?(\d{1,4})(?!\d)")
_NUMBER = re.compile(r"\d+")
_SEPARATOR = re.compile(r"\s*[,;\n|]\s*")
_PLAIN_ANSWERS = ("yes", "no", "true", "false", "y", "n")
#: What joins two names of one thing, and what joins two things of which the option takes either.
_NAMES_JOINED, _THINGS_JOINED = re.compile(r"\s+[-–—]\s+|[()]"), re.compile(r"\s*/\s*")

_Rule = Callable[[Sequence[str], str], list[int]]


def choose(labels: Sequence[str], text: str) -> int | None:
    """Return the index of the one label that says `text`; None when none or several do."""
    if isinstance(text, Residence):
        names_more = normal(text) != normal(text.town)
        return _only(labels, (names_more and _exact(labels, text)) or town_chosen(labels, text))
    fitting = (rule(labels, text) for rule in (_exact, *_rules_for(labels, text)))
    return _only(labels, next(filter(None, fitting), []))


def _rules_for(labels: Sequence[str], text: str) -> tuple[_Rule, ...]:
    """Return the rules for a text of this kind."""
    # codes of places may be words: "NO", in a list that has no yes or no
    if stated(text) is not None and (not families_of(text) or any(map(stated, labels))):
        return (_polar,)
    if text.strip()[:1].isdigit() or _DIAL_CODE.fullmatch(text.strip()):
        return (part_chosen, month_chosen, _dialled, range_chosen, _counted, duration_chosen)
    return (
        part_chosen,
        month_chosen,
        range_chosen,
        duration_chosen,
        _named,
        _named_in_parts,
        degree_chosen,
        level_chosen,
        nationality_chosen,
        salutation_chosen,
    )


def choose_all(labels: Sequence[str], text: str) -> list[int]:
    """Return the indices of every label that a list such as `English, German` names, in the labels' order.

    Empty where one of them is missing: a part of an answer is not chosen.
    """
    whole = choose(labels, text)
    if whole is not None:
        return [whole]
    named = {choose(labels, part) for part in separated(text)}
    return [] if None in named else sorted(index for index in named if index is not None)


def separated(text: str) -> list[str]:
    """Return the parts of a list such as `English, German`; where somebody lives is no list."""
    return [text] if isinstance(text, Residence) else [part for part in _SEPARATOR.split(text) if part]


def is_chosen(label: str, text: str) -> bool:
    """Whether what is chosen already, under that label, says the text."""
    return choose((label,), text) is not None if isinstance(text, Residence) else means_same(text, label)


def _only(labels: Sequence[str], fitting: Sequence[int]) -> int | None:
    """Return the one that fits, or the first of equal labels: a list may repeat its favourites on top. Else None."""
    return fitting[0] if len({normal(labels[index]) for index in fitting}) == 1 else None


def _indices(labels: Sequence[str], fits: Callable[[str], bool]) -> list[int]:
    return [index for index, label in enumerate(labels) if fits(label)]


def _exact(labels: Sequence[str], text: str) -> list[int]:
    verbatim = _indices(labels, lambda label: label.strip() == text.strip())
    return verbatim or _indices(labels, lambda label: normal(label) == normal(text) != "")


def _counted(labels: Sequence[str], text: str) -> list[int]:
    """Return the label with that number, among labels that differ in nothing else: `4 stars`."""
    if not text.strip().isdecimal():
        return []
    numbers = [_NUMBER.findall(label) for label in labels]
    said = {normal(_NUMBER.sub(" ", label)).removesuffix("s") for label in labels}
    if len(said) > 1 or len(set(map(tuple, numbers))) < len(labels) or any(len(each) != 1 for each in numbers):
        return []
    return [index for index, [number] in enumerate(numbers) if int(number) == int(text)]


def _named(labels: Sequence[str], text: str) -> list[int]:
    """Return labels that are a name of the thing, also with another name or a number beside: `US - United States`.

    Else those that offer it or something else: `Hispanic/Latino`.
    """
    for are_names in (
        lambda label: means_same(text, label),
        lambda label: means_same(text, _without_denial(label)),
        lambda label: bool(families_of(text) & families_of(_ASIDE.sub(" ", label))),
        lambda label: all(means_same(text, part) for part in _names_in(label)),
        lambda label: any(means_same(text, part) for part in _THINGS_JOINED.split(label)),
    ):
        if fitting := _indices(labels, are_names):
            return fitting
    return []


def _names_in(label: str) -> Iterator[str]:
    """Yield the parts of a label that may be names of one thing: `Georgia (GA)`, `Germany (+49)`."""
    parts = [part.strip() for part in _NAMES_JOINED.split(label)]
    named = [part for part in parts if any(map(str.isalpha, part))]
    yield from named or [label]


def _named_in_parts(labels: Sequence[str], text: str) -> list[int]:
    """Return labels whose parts are synonyms: `Austin, TX, US` for `Austin, Texas, United States`.

    The last part may be missing, on either side, if a town and something around it remain.
    """
    wanted = text.split(",")

    def fits(label: str) -> bool:
        parts = label.split(",")
        more = parts[len(wanted) :]
        is_long_enough = len(parts) >= 2 and len(wanted) >= 2 and len(more) <= 1
        return is_long_enough and all(map(means_same, wanted, parts)) and all(map(families_of, more))

    fitting = _indices(labels, fits)
    return [index for index in fitting if len(labels[index].split(",")) == len(wanted)] or fitting


def _parts(label: str) -> Iterable[str]:
    """Yield a label without its brackets, and their content: `Georgia (GA)`, `US - United States`."""
    yield _ASIDE.sub(" ", label)
    yield from (aside.strip("()") for aside in _ASIDE.findall(label))
    yield from re.split(r"\s+[-–—]\s+|\s*/\s*|\s*\+\d+\s*", label)


def _dialled(labels: Sequence[str], text: str) -> list[int]:
    """Return labels with that dial code; of several the code's main country, which does not change the number."""
    wanted = _DIAL_CODE.fullmatch(text.strip())
    if not wanted:
        return []
    if not any(map(_DIALLED.search, labels)):
        return _of_countries(labels, dialling.list_countries(wanted[1]))
    coded = _indices(labels, lambda label: wanted[1] in _DIALLED.findall(label))
    foremost = families_of(dialling.FOREMOST.get(wanted[1], ""))
    named = [index for index in coded if foremost & families_of(_ASIDE.sub(" ", labels[index]))]
    named = named or [index for index in coded if any(foremost & families_of(part) for part in _parts(labels[index]))]
    return named or coded


def _of_countries(labels: Sequence[str], countries: Sequence[str]) -> list[int]:
    """Return labels that name the first of the countries that is among them."""
    named = ([index for index, label in enumerate(labels) if means_same(one, label)] for one in countries)
    return next(filter(None, named), [])


def _polar(labels: Sequence[str], text: str) -> list[int]:
    if is_decline(text):
        return _indices(labels, is_decline)
    wanted = answered(text, "")
    if wanted is None:
        return []  # "Yes, but …" is neither
    begun = _indices(labels, lambda label: told_beside(label) is not None and stated(label) is wanted)
    if len(begun) > 1:
        return begun  # "No, never", "No - only later": each says more than a no
    plain = _indices(labels, lambda label: _plain(label) is wanted)
    if plain and (normal(text) in _PLAIN_ANSWERS or len(plain) == 1):
        return plain
    return [] if normal(text) not in _PLAIN_ANSWERS else _indices(labels, lambda label: _comes_down_to(label) is wanted)


def _plain(label: str) -> Polarity | None:
    """Return what a label says outright: `Yes`, `No`, `No, I do not have a disability`; None for `No, I need it`."""
    beside = told_beside(label)
    if beside is None:
        return None
    return answered(label, "") if is_statement(beside) and not is_decline(label) else stated(label)


def _comes_down_to(label: str) -> Polarity | None:
    if told_beside(label) is not None:
        return _plain(label)
    return stated(label) or (Polarity.NO if is_negated(label) else Polarity.YES)


def _without_denial(label: str) -> str:
    """Return a label without brackets that deny: `White (Not Hispanic or Latino)`."""
    return _ASIDE.sub(lambda aside: " " if is_negated(aside[0]) else aside[0], label)
