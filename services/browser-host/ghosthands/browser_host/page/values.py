"""Values as they come in beside the actions, and the comparison by meaning with what a control holds.

A page may format what is typed (phones, numbers, postcodes in capitals, line ends); it may not change it.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ghosthands.planning.choosing import dialling
from ghosthands.planning.choosing.quantities import number_in, without_dots


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to upload; its `repr` shows nothing of it."""

    content: bytes = field(repr=False)
    name: str = field(repr=False)
    media_type: str = "application/octet-stream"


#: a number with its currency: `$90,000.00`, `90 000 EUR`
_AMOUNT = re.compile(r"(?:[A-Z]{3}|[$€£¥₹])?\s?-?\d[\d.,’' \u00a0\u202f]*\s?(?:[A-Z]{3}|[$€£¥₹])?")
#: what only an amount has: a currency, or a sign between its digits
_MARKED = re.compile(r"[A-Z$€£¥₹]|\d[.,’' \u00a0\u202f]\d")
#: what a number has that is no quantity: postcodes, numbers of accounts and badges
_ZERO_FIRST = re.compile(r"\D*0\d")
#: nothing but digits, in groups
_DIALLED = re.compile(r"\+?[\d\s().\-/\u00a0]+")
#: fewer digits than this are no phone number
_SHORTEST_NUMBER = 7
#: a time of day: `14:30`, `2:30 PM`, `9 am`
_CLOCK = re.compile(r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2})(?::00)?)?\s*(?P<half>[ap]\.?\s?m\.?)?", re.IGNORECASE)

#: the same at the end of a date
_ENDING_CLOCK = re.compile(r"[T\s,](\d{1,2}:\d{2}(?:\s*[ap]\.?\s?m\.?)?)(?::\d{2})?$", re.IGNORECASE)

#: a tag of HTML
_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)

Value = str | Upload


def same_text(wanted: str, held: str) -> bool:
    """Whether a text control holds `wanted`, give or take white space, line ends and case."""
    return _folded(wanted) == _folded(held)


def clock_time(text: str) -> str | None:
    """Return the time of day that a text states, as a control of type `time` wants it; None if it states none."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None or not (found["minute"] or found["half"]):
        return None
    hour, minute, half = int(found["hour"]), int(found["minute"] or 0), (found["half"] or "").casefold()[:1]
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    return f"{hour:02}:{minute:02}" if hour < 24 and minute < 60 else None


def clock_time_in(text: str) -> str | None:
    """Return the time of day that a date ends with: of `2027-03-04 2:30 PM`; None if there is none."""
    found = _ENDING_CLOCK.search(text.strip())
    return clock_time(found[1]) if found else None


def drop_clock(text: str) -> str:
    """Return a date without the time of day that it ends with: `3/4/2027` for `3/4/2027, 2:30 PM`."""
    return _ENDING_CLOCK.sub("", text.strip()).rstrip(" ,")


def replace_clock(text: str, clock: str) -> str:
    """Return a date that ends with a time, with another one in its place, by the same clock."""
    found = _ENDING_CLOCK.search(text)
    if found is None:
        return text
    return f"{text[: found.start(1)]}{write_clock_like(found[1], clock)}"


def write_clock_like(example: str, clock: str) -> str:
    """Return a 24-hour time as the example is written: `2:30 PM` for `12:00 AM`."""
    is_halved = example.strip().rstrip(".").casefold().endswith("m")
    return f"{without_half(clock)} {half_of(clock).upper()}" if is_halved else clock


def half_of(clock: str) -> str:
    """Return the half of the day of a 24-hour time."""
    return "pm" if int(clock.partition(":")[0]) >= 12 else "am"


def without_half(clock: str) -> str:
    """Return the 12-hour time without the half of the day, which is told elsewhere: `2:30` for `14:30`."""
    hour, _, minute = clock.partition(":")
    return f"{int(hour) % 12 or 12}:{minute}"


def clock_part(options: Sequence[str], text: str) -> str | None:
    """Return the option for a time's hour, minute or half of the day in a list of these; None if there is none."""
    clock = clock_time(text)
    if clock is None:
        return None
    hour, minute = map(int, clock.split(":"))
    halves = {_half(option): option for option in options}
    if set(halves) == {"am", "pm"}:
        return halves[half_of(clock)]
    numbers = _numbers(options)
    if set(numbers) == set(range(24)):
        return numbers[hour]
    if _are_of_twelve(numbers):
        return numbers[hour % 12 if 0 in numbers else hour % 12 or 12]
    return numbers.get(minute) if 0 in numbers and 24 < max(numbers) < 60 else None


def half_beside(options: Sequence[str], text: str) -> str:
    """Return the half of the day to be told beside a time's hour in a list of twelve; else empty."""
    clock = clock_time(text)
    return half_of(clock) if clock and _are_of_twelve(_numbers(options)) else ""


def same_half(wanted: str, told: str) -> bool:
    """Whether that half of the day is told, if one has to be."""
    return wanted in ("", _half(told))


def is_told_in_two(clock: str, text: str, half: str) -> bool:
    """Whether a box and the list of halves beside it say that time, and the box no more: no space of what was cut."""
    return text == text.rstrip() and clock_time(f"{text} {half}") == clock


def _half(text: str) -> str:
    return re.sub(r"[.\s]", "", text).casefold()


def _numbers(options: Sequence[str]) -> dict[int, str]:
    """Return the options by their numbers, for a list of nothing else."""
    numbers = {int(option): option for option in options if option.isdecimal()}
    return numbers if len(numbers) == len(options) else {}


def _are_of_twelve(numbers: Mapping[int, str]) -> bool:
    return set(numbers) in (set(range(12)), set(range(1, 13)))


def plain(text: str) -> str:
    """Return the text without the markup of an editor, or the brackets of a list."""
    try:
        items = json.loads(text)
    except ValueError:
        return html.unescape(_TAG.sub(" ", text))
    is_list = isinstance(items, list) and all(isinstance(item, str) for item in items)
    return ", ".join(items) if is_list else text


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def same_phone(wanted: str, held: str, dial: str = "") -> bool:
    """Whether it is the same number. `dial` is the country code shown before what is held.

    A country code may be missing on one side, and the zero that a national number begins with on the other.
    """
    number = dialling.read(wanted)
    if not number.national:  # a dial code alone
        return number.code != "" and number.code == dialling.digits(held)
    return number.is_same(dialling.read(held, dial))


def is_phone(text: str) -> bool:
    """Whether the text is a phone number at all."""
    return _DIALLED.fullmatch(text.strip()) is not None and len(dialling.digits(text)) >= _SHORTEST_NUMBER


def same_number(wanted: str, held: str) -> bool:
    """Whether both state the same number; `90.000` may be ninety thousand, as written in continental Europe."""
    mine, theirs = number_in(wanted), number_in(held)
    if mine is None or theirs is None:
        return False
    return mine in (theirs, number_in(without_dots(held)))


def same_meaning(wanted: str, held: str) -> bool:
    """Whether a text control holds `wanted`: the same text, amount or digits, however the page formats it."""
    mine, theirs = wanted.strip(), held.strip()
    return any(same(mine, theirs) for same in (same_text, _same_amount, _same_digits, _same_time))


def _same_time(wanted: str, held: str) -> bool:
    both = (clock_time(wanted), clock_time(held))
    return None not in both and len(set(both)) == 1


def _same_amount(wanted: str, held: str) -> bool:
    both = (wanted, held)
    if not all(map(_AMOUNT.fullmatch, both)) or any(map(_ZERO_FIRST.match, both)):
        return False
    return any(map(_MARKED.search, both)) and same_number(wanted, held)


def _same_digits(wanted: str, held: str) -> bool:
    """Whether both have the same digits, however grouped; a dial code counts only if it is stated."""
    both = (wanted, held)
    if not all(map(_DIALLED.fullmatch, both)):
        return False
    mine, theirs = map(dialling.digits, both)
    if min(len(mine), len(theirs)) < _SHORTEST_NUMBER:
        return False
    return mine == theirs or (any(map(dialling.is_international, both)) and same_phone(wanted, held))
