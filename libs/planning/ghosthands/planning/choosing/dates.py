"""Dates as people write them, and in the format a control wants.

A date may be known to the month or the year only; a control that wants a day then gets the first. In `03/04/2026` the
month comes first, as on the American forms these are; a number over twelve says otherwise.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from babel import Locale, UnknownLocaleError

#: the months in lists, in the commonest languages
_MONTH_NAMES = tuple(
    line.split()
    for line in """
january february march april may june july august september october november december
januar februar marz april mai juni juli august september oktober november dezember
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
januari februari maart april mei juni juli augustus september oktober november december
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november december
styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien
""".strip().splitlines()
)
#: the English ones, in full and by their first three letters
ENGLISH_MONTHS = tuple(_MONTH_NAMES[0])
SHORT_MONTHS = tuple(name[:3] for name in ENGLISH_MONTHS)
_MONTH_SETS = tuple(tuple(frozenset({name}) for name in names) for names in _MONTH_NAMES)
_ALL_MONTHS = list(range(1, 13))
#: whose lists of months are known besides, by their names alone
_ELSEWHERE = (
    "bg ca cs el et eu fi ga gl he hr hu hy is ka kk lt lv mk mt nb nl nn ro ru sk sl sr sr-Latn tr uk az id th ar fa"
    " hi"
)
_SHORTEST_MONTH = 3
#: a number with the word for its part behind or before it: `3月`, `1990年`, `Tháng 3`
_COUNTED = re.compile(r"(\d{1,4})\s?[月日年월일년]|(?:tháng|thg|ngày|năm)\s?(\d{1,4})", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?:[t ].*)?")
#: a format in the words of a label or a hint: `(DD-MMM-YYYY)`
_SHOWN_FORMAT = re.compile(
    r"(?<!\w)(?:(?=[dmy/.\- ]*y)(?:d{1,2}|m{1,4}|y{2,4})(?:[/.\-](?:d{1,2}|m{1,4}|y{2,4})){1,2}"
    r"|yyyymmdd|ddmmyyyy|mmddyyyy)(?!\w)",
    re.IGNORECASE,
)
#: the same in the letters of any language: `TT.MM.JJJJ`
_RUN = r"(?:([^\W\d_])\{}{{0,3}})"
_SPELLED_FORMAT = re.compile(
    rf"(?<![\w./\-])(?:{_RUN.format(1)})\s?[./\-]\s?(?:{_RUN.format(2)})(?:\s?[./\-]\s?(?:{_RUN.format(3)}))?(?![\w/\-])",
    re.IGNORECASE,
)
_YEAR_LENGTH = 4
#: what can be read in one way alone: points stand only between a day first, a month and a year
_PLAIN_ORDER = re.compile(r"\d{4}\W|\d{1,2}\.\s?\d{1,2}\.")
_SLASHED = re.compile(r"(\d{1,2})[/.\-](\d{1,2})[/.\-](\d{4})")
_MONTH_YEAR = re.compile(r"(\d{1,2})[/.\-](\d{4})")
_WORDS = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th|er|º|ª)?\.? )?(?:de )?([^\W\d_]{3,12})\.?,? (?:de )?"
    r"(?:(\d{1,2})(?:st|nd|rd|th)?,? )?(\d{4})"
)
_YEAR = re.compile(r"\d{4}")
#: eight digits: a year of our time, then month and day, or else the year last
_RUN_TOGETHER = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)")
_YEAR_LAST = re.compile(r"(\d\d)(\d\d)((?:19|20)\d\d)")
#: a weekday before a date, which adds nothing
_WEEKDAY = re.compile(r"^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? ")


#: orders in which a date's numbers can stand
MONTH_FIRST = "mdy"
DAY_FIRST = "dmy"
ORDERS = (MONTH_FIRST, DAY_FIRST)


class Day(NamedTuple):
    """A date, known to the day, the month or the year."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def first(self) -> datetime.date:
        """The day itself, or the first day of the known month or year."""
        return datetime.date(self.year, self.month or 1, self.day or 1)

    def written(self, pattern: str) -> str:
        """Return the day in the format of a placeholder such as `MM/DD/YYYY` or `dd.mm.yyyy`."""
        day = self.first
        parts = {"y": f"{day.year:04}", "m": f"{day.month:02}", "d": f"{day.day:02}"}
        names = {3: SHORT_MONTHS[day.month - 1].title(), 4: ENGLISH_MONTHS[day.month - 1].title()}
        in_words = {"m" * length: name for length, name in names.items()}
        return re.sub(
            r"y+|m+|d+", lambda run: in_words.get(run[0]) or _cut(parts[run[0][0]], run[0]), pattern.casefold()
        )


def _cut(part: str, run: str) -> str:
    return part[-2:] if len(run) == 2 else part


def format_in(words: str) -> str:
    """Return the one format that the words of a label show: `DD-MMM-YYYY`; empty where they show none, or several."""
    shown = {found[0] for found in _SHOWN_FORMAT.finditer(words)}
    shown = shown or {found[0] for found in _SPELLED_FORMAT.finditer(words) if spell_format(found[0])}
    return shown.pop() if len(shown) == 1 else ""


def spell_format(shown: str) -> str:
    """Return the format that a language spells in its own letters: `DD.MM.YYYY` for `TT.MM.JJJJ`; empty if it is none.

    The year is the part of four letters, the month the one of an M, or else the middle one.
    """
    found = _SPELLED_FORMAT.fullmatch(shown.strip())
    runs = re.findall(r"[^\W\d_]+", shown.casefold()) if found else []
    letters = [run[0] for run in runs]
    years = [run for run in runs if len(run) == _YEAR_LENGTH]
    is_short = all(len(run) <= 2 or run in years or run[0] == "m" for run in runs)
    if len(years) != 1 or len(set(letters)) < len(runs) or not is_short:
        return ""
    month = "m" if "m" in letters else letters[1] if len(runs) > 2 else ""
    if not month or month == years[0][0]:
        return ""
    parts = {years[0][0]: "Y", month: "M"}
    return "".join(parts.get(each, "D") if each.isalpha() else each for each in shown.strip().casefold())


@cache
def format_of(language: str) -> str:
    """Return how a language writes dates in numbers, `DD.MM.YYYY` for `de-AT`; empty for none that is known."""
    try:
        pattern = str(Locale.parse(language, sep="-").date_formats["short"].pattern)
    except (UnknownLocaleError, ValueError, TypeError):
        return ""
    parts = {"y": "YYYY", "M": "MM", "d": "DD"}
    known = re.fullmatch(r"[yMd]+\W+[yMd]+\W+[yMd]+\W*", pattern)
    return re.sub(r"y+|M+|d+", lambda run: parts[run[0][0]], pattern) if known else ""


def is_mistakable(text: str) -> bool:
    """Whether a date in numbers may be read as another one: whether its day or its month comes first."""
    return _PLAIN_ORDER.match(text) is None


def parse(text: str, order: str = MONTH_FIRST) -> Day | None:
    """Return the date that `text` states; None when it states none. `order` applies where the parts are ambiguous."""
    words = _separate(_WEEKDAY.sub("", " ".join(text.casefold().split())))
    for reading in (_iso, _month_year, _in_words, _year):
        day = reading(words)
        if day is not None and _exists(day):
            return day
    return _slashed(words, order)


def _separate(words: str) -> str:
    """Return eight digits that may be a date with its parts separated, anything else as it is."""
    if (found := _RUN_TOGETHER.fullmatch(words)) and _exists(Day(*map(int, found.groups()))):
        return "-".join(found.groups())
    return _YEAR_LAST.sub(r"\1/\2/\3", words) if _YEAR_LAST.fullmatch(words) else words


def order_of(pattern: str) -> str:
    """Return the order of the parts in a format such as `dd.mm.yyyy`."""
    return DAY_FIRST if pattern.casefold().startswith("d") else MONTH_FIRST


def _iso(words: str) -> Day | None:
    found = _ISO.fullmatch(words)
    return Day(int(found[1]), int(found[3]), int(found[4]) if found[4] else None) if found else None


def _slashed(words: str, order: str) -> Day | None:
    found = _SLASHED.fullmatch(re.sub(r"\s*([/.\-])\s*", r"\1", words))
    if not found:
        return None
    first, second, year = int(found[1]), int(found[2]), int(found[3])
    readings = [Day(year, second, first), Day(year, first, second)]
    if order == MONTH_FIRST and "." not in words:
        readings.reverse()
    return next((day for day in readings if _exists(day)), None)


def _month_year(words: str) -> Day | None:
    found = _MONTH_YEAR.fullmatch(words)
    return Day(int(found[2]), int(found[1])) if found else None


def _in_words(words: str) -> Day | None:
    found = _WORDS.fullmatch(words)
    month = _month_in_words(found[2]) if found else None
    if not found or month is None:
        return None
    day = found[1] or found[3]
    return Day(int(found[4]), month, int(day) if day else None)


def _month_in_words(name: str) -> int | None:
    return SHORT_MONTHS.index(name[:3]) + 1 if name[:3] in SHORT_MONTHS else _month_named(name)


def _year(words: str) -> Day | None:
    return Day(int(words)) if _YEAR.fullmatch(words) else None


def _exists(day: Day) -> bool:
    try:
        day.first  # noqa: B018  it raises for a 13th month
    except ValueError:
        return False
    return True


def part_in(text: str) -> int | None:
    """Return the number of a day, month or year that is alone in the text: `03`, `3`, `March`, `Mär.`, `1990`."""
    bare = text.strip().rstrip(".").casefold()
    counted = _COUNTED.fullmatch(unicodedata.normalize("NFC", bare))
    if counted:
        return int(counted[1] or counted[2])
    return int(bare) if bare.isdecimal() else _month_named(bare)


def parts_in(labels: Sequence[str]) -> list[int | None]:
    """Return for each label of a list the number of the day, month or year that it is; None where it is none.

    Of months the language is the one that names all twelve of them so: `listopad` is the tenth in some, the eleventh in
    others.
    """
    plain = [_without_marks(label.strip().casefold()).rstrip(".") for label in labels]
    if not any(each.isdecimal() for each in plain):
        for names in (*_MONTH_SETS, *_months_elsewhere()):
            months = [next((at for at, each in enumerate(names, 1) if label in each), None) for label in plain]
            if sorted(filter(None, months)) == _ALL_MONTHS:
                return months
    return [part_in(label) for label in labels]


@cache
def _months_elsewhere() -> tuple[tuple[frozenset[str], ...], ...]:
    """Return the months' names, in full and short, in each of those other languages."""
    return tuple(map(_months_of, _ELSEWHERE.split()))


def _months_of(language: str) -> tuple[frozenset[str], ...]:
    named = Locale.parse(language, sep="-").months
    lists = [named[use][width] for use in ("format", "stand-alone") for width in ("wide", "abbreviated")]
    return tuple(
        frozenset(_without_marks(str(each[month]).casefold()).rstrip(".") for each in lists) for month in _ALL_MONTHS
    )


def _without_marks(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


def _month_named(name: str) -> int | None:
    """Return the month with that name or beginning, in any language; None where there is none, or several."""
    plain = _without_marks(name)
    months = {names.index(each) + 1 for names in _MONTH_NAMES for each in names if each.startswith(plain)}
    return months.pop() if len(months) == 1 and len(plain) >= _SHORTEST_MONTH else None


def same_part(wanted: str, held: str) -> bool:
    """Whether a control for one part of a date shows that part: `03` as `3` or as `March`."""
    return part_in(held) == int(wanted)


def same_day(wanted: str, held: str, order: str = MONTH_FIRST) -> bool:
    """Whether both state the same date, as far as both are known; `order` is that of the parts of `held`."""
    mine, theirs = parse(wanted), parse(held, order)
    if mine is None or theirs is None:
        return False
    return all(a == b for a, b in zip(mine, theirs, strict=True) if a is not None and b is not None)
