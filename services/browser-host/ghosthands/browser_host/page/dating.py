"""Dates for boxes that take any text: written as the box's pattern or an example has it, or else as its language does.

They come in as `2027-03-04`, which everybody understands, and stay so where the page says nothing else. By its language
alone a date is written only with points or its year first: a page may be in another language than it says, and
`03/04/2027` is then another day. A box that shows a format is a control of its own (`widgets/date.py`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page import realms
from ghosthands.browser_host.page.realms import FrameChanged
from ghosthands.browser_host.page.values import Value
from ghosthands.domain.page import FieldKind, FieldModel, PageModel
from ghosthands.domain.plan import PlannedAction
from ghosthands.planning.choosing import dates
from ghosthands.planning.choosing.date_examples import format_by_example

_PLAIN = re.compile(r"\d{4}-\d{2}-\d{2}")
#: as in `4. 3. 2027.`
_SPACED = re.compile(r"\s*([./\-])\s*")
_WITH_POINTS = "dd.mm.yyyy"
#: the formats that a pattern is tried with
_FORMATS = ("yyyy-mm-dd", _WITH_POINTS, "dd/mm/yyyy", "mm/dd/yyyy", "dd-mm-yyyy", "yyyy/mm/dd", "yyyy. mm. dd.")


class _Said(msgspec.Struct, frozen=True):
    """What a box says of how a date is written in it."""

    language: str
    #: the forms that its pattern takes; None without a pattern
    taken: tuple[str, ...] | None
    #: what stands in it and around it, where examples are given
    told: tuple[str, ...]


async def write_dates(
    page: Page, model: PageModel, actions: Sequence[PlannedAction], values: Mapping[str, Value]
) -> Mapping[str, Value]:
    """Return the values, with the dates for boxes of text as these want them; without one the page is not asked."""
    asked: dict[str, list[tuple[str, FieldModel, dates.Day]]] = defaultdict(list)
    for action in actions:
        field, day = model.field(action.field_id), _day(values.get(action.id))
        if isinstance(field, FieldModel) and field.kind is FieldKind.TEXT and day:
            asked[field.locator.frame].append((action.id, field, day))
    written = dict(values)
    for path, boxes in asked.items():
        tasks = [
            {"css": field.locator.css, "forms": [day.written(each) for each in _FORMATS]} for _, field, day in boxes
        ]
        try:
            said = msgspec.convert(await (await realms.at(page, path)).act("written_dates", tasks), list[_Said])
        except (FrameChanged, PlaywrightError):
            continue  # what fills the boxes tells of it
        written |= {action_id: _write(day, each) for (action_id, _, day), each in zip(boxes, said, strict=True)}
    return written


def is_written(value: str, held: str) -> bool:
    """Whether `held` states the date that `value` is, in any order that a box may want it in."""
    day = _day(value)
    if day is None:
        return False
    tight = _SPACED.sub(r"\1", held).rstrip(".")
    return any(dates.parse(tight, order) == day for order in dates.ORDERS)


def _day(value: Value | None) -> dates.Day | None:
    return dates.parse(value) if isinstance(value, str) and _PLAIN.fullmatch(value) else None


def _shown_in(told: Sequence[str]) -> str:
    """Return the one format that the texts show; empty for none, or several."""
    shown = {dates.spell_format(each) or each for text in told if (each := dates.format_in(text))}
    return shown.pop() if len(shown) == 1 else ""


def _write(day: dates.Day, said: _Said) -> str:
    plain, local = day.first.isoformat(), day.written(dates.format_of(said.language) or _FORMATS[0])
    example = format_by_example(said.told) or _shown_in(said.told)
    if said.taken is None and example:
        return day.written(example)
    if said.taken is None:
        return plain if dates.is_mistakable(local) else local
    return next((form for form in (plain, local, day.written(_WITH_POINTS)) if form in said.taken), plain)
