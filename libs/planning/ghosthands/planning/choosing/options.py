"""Chooses the option that says what the applicant says.

In this order: the exact text, a part of a date, a dial code, a range of numbers, a number that is counted, a synonym,
parts that are synonyms, polarity, all words; else none. Among several that fit equally well it chooses none. "Male" is
not in "Female", "United States" is not its Minor Outlying Islands, and "not a protected veteran" is not a protected
veteran.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from ghosthands.domain.polarity import Polarity, answered, is_decline, is_negated, is_statement, stated, told_beside
from ghosthands.planning.choosing import dialling
from ghosthands.planning.choosing.date_parts import part_chosen
from ghosthands.planning.choosing.ranges import range_chosen
from ghosthands.planning.choosing.synonyms import families_of, normal

_ASIDE = re.compile(r"\([^()]*\)")
_DIAL_CODE = re.compile(r"\+\s?(\d{1,4})")
_DIALLED = re.compile(r"\+\s?(\d{1,4})(?!\d)")
_NUMBER = re.compile(r"\d+")
_SEPARATOR = re.compile(r"\s*[,;\n|]\s*")
_PLAIN_ANSWERS = ("yes", "no", "true", "false", "y", "n")


def choose(labels: Sequence[str], text: str) -> int | None:
    """Return the index of the one label that says `text`; None when none or several do."""
    for rule in (_exact, part_chosen, _dialled, range_chosen, _counted, _synonym, _in_parts, _polar, _all_words):
        fitting = rule(labels, text)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            return _same_words(labels, fitting)
    return None


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
    """Return the parts of a list such as `English, German`."""
    return [part for part in _SEPARATOR.split(text) if part]


def same_option(wanted: str, held: str) -> bool:
    """Whether a control that shows `held` has the option `wanted` chosen."""
    return normal(wanted) == normal(held)


def means_same(text: str, label: str) -> bool:
    """Whether a label is the text itself, or another name for the same thing."""
    return same_option(text, label) or bool(families_of(text) & families_of(label))


def _same_words(labels: Sequence[str], fitting: Sequence[int]) -> int | None:
    """Return the first of several equal labels (a list may repeat its favourites on top); None if they differ."""
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


def _synonym(labels: Sequence[str], text: str) -> list[int]:
    families = families_of(text)
    if not families:
        return []
    named = _indices(labels, lambda label: bool(families & families_of(label)))
    named = named or _indices(labels, lambda label: bool(families & families_of(_ASIDE.sub(" ", label))))
    parts = _indices(labels, lambda label: any(families & families_of(part) for part in _parts(label)))
    return named or _shortest(labels, parts)


def _in_parts(labels: Sequence[str], text: str) -> list[int]:
    """Return labels whose parts are synonyms: `Austin, TX, US` for `Austin, Texas, United States`.

    The last part may be missing.
    """
    wanted = text.split(",")

    def fits(label: str) -> bool:
        parts = label.split(",")
        return 2 <= len(parts) <= len(wanted) and all(map(means_same, wanted, parts))

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
    wanted = stated(text)
    if wanted is None:
        return []
    if wanted is Polarity.DECLINE:
        return _indices(labels, is_decline)
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


def _all_words(labels: Sequence[str], text: str) -> list[int]:
    """Return labels with every word of `text` and no added negation; of several the closest in length."""
    wanted = set(normal(text).split())
    if not wanted or (len(wanted) == 1 and len(normal(text)) < 3):
        return []
    fitting = _indices(labels, lambda label: wanted <= set(normal(_affirmed(label)).split()))
    fitting = [index for index in fitting if is_negated(_affirmed(labels[index])) == is_negated(text)]
    return _shortest(labels, fitting)


def _shortest(labels: Sequence[str], fitting: Sequence[int]) -> list[int]:
    """Return the options with the fewest words: `CA - California` rather than `AP - Military/California`."""
    lengths = {index: len(normal(labels[index]).split()) for index in fitting}
    return [index for index, length in lengths.items() if length == min(lengths.values())]


def _affirmed(label: str) -> str:
    """Return a label without brackets that deny: `White (Not Hispanic or Latino)`."""
    return _ASIDE.sub(lambda aside: " " if is_negated(aside[0]) else aside[0], label)
