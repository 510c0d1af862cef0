"""Lists of lists: an answer that is found below others, in a tree or in columns that open one another.

An answer may name its whole path (`San Francisco, California, United States`, from either end) or its end alone, which
is then looked for below every option that has more. If two ends have one name, neither is chosen.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence

import msgspec

from ghosthands.browser_host.page import scripts
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.planning.choosing import choose, same_option

_BETWEEN = re.compile(r"\s*(?:[,;\n|/>›»→]|\s[-–]\s)\s*")
#: milliseconds for what is below an option to be drawn
_DRAWN_MS = 600
_FETCHED_MS = 1_500
#: the most presses on the way to an answer
_MOST_OPENED = 60
_REDRAWN = {"quiet": 100, "limit": 700}


class _Option(msgspec.Struct, frozen=True):
    label: str
    #: whether there is more below it
    leads: bool


class _Shown(msgspec.Struct, frozen=True):
    columns: tuple[tuple[_Option, ...], ...]
    #: whether the one column is a tree's
    tree: bool


async def pick(control: FormControl, text: str) -> str | None:
    """Pick the answer, and return what the control then shows; None if there is no such answer, or several."""
    parts = _way(text)
    shown = await _shown(control)
    if not shown.columns or not parts:
        return None
    picked = await (_in_tree(control, parts) if shown.tree else _Columns(control).pick(parts))
    return await _held(control, picked) if picked else None


def _way(text: str) -> list[str]:
    return [part for part in _BETWEEN.split(text) if part]


async def _held(control: FormControl, picked: Sequence[str]) -> str | None:
    """Return what is shown as chosen, if that is what was picked: its end, or the whole path to it."""
    await control.ask(scripts.bare("quiet"), _REDRAWN)
    reading = await control.read({"how": "combobox", "css": control.field.locator.css})
    for label in reading.chosen:
        if same_option(label, picked[-1]) or _is_same_way(_way(label), picked):
            return label
    return None


def is_way(text: str, label: str) -> bool:
    """Whether what is shown as chosen is the whole path that the answer names, from either end."""
    said, shown = _way(text), _way(label)
    return len(shown) > 1 and (_is_same_way(shown, said) or _is_same_way(shown, said[::-1]))


def _is_same_way(shown: Sequence[str], picked: Sequence[str]) -> bool:
    return len(shown) == len(picked) and all(map(same_option, shown, picked))


async def _in_tree(control: FormControl, parts: Sequence[str]) -> list[str] | None:
    """Open the nodes that may lead to the answer, and pick it; return its label, or None."""
    opened: set[str] = set()
    while len(opened) < _MOST_OPENED:
        (nodes,) = (await _shown(control)).columns or ((),)
        places = _places([node.label for node in nodes], parts)
        if len(places) == len(parts):
            await _press(control, 0, max(places))
            return [nodes[max(places)].label]
        closed = [place for place, node in enumerate(nodes) if node.leads and node.label not in opened]
        onward = closed if len(parts) == 1 else [place for place in closed if place in places]
        if not onward:
            return None
        opened.add(nodes[onward[0]].label)
        await _press(control, 0, onward[0], opens=True)
        await control.ask(scripts.bare("quiet"), _REDRAWN)
    return None


def _places(labels: Sequence[str], parts: Sequence[str]) -> set[int]:
    """Return the places of the parts, as far as each occurs once."""
    chosen = (choose(labels, part) for part in parts)
    return {place for place in chosen if place is not None and _stands_once(labels, place)}


def _stands_once(labels: Sequence[str], place: int) -> bool:
    return sum(same_option(label, labels[place]) for label in labels) == 1


class _Columns:
    """Columns beside each other, each opened by an option of the one before."""

    def __init__(self, control: FormControl) -> None:
        self._control = control
        self._left = _MOST_OPENED

    async def pick(self, parts: Sequence[str]) -> list[str] | None:
        """Return the labels that were pressed on the way to the answer, the last of them; None if it was not found."""
        if len(parts) > 1:
            return await self._along(parts) or None
        ways = [way async for way in self._ways_to(parts[0], 0)]
        if len(ways) != 1:
            return None
        return await self._along(ways[0])

    async def _along(self, parts: Sequence[str]) -> list[str]:
        """Press the option that says one of the parts in each column, until all are pressed."""
        left, pressed = list(parts), list[str]()
        while left:
            options = await self._column(len(pressed))
            labels = [option.label for option in options]
            said = next(((part, place) for part in left if (place := choose(labels, part)) is not None), None)
            if said is None or (options[said[1]].leads and len(left) == 1):
                return []
            left.remove(said[0])
            await _press(self._control, len(pressed), said[1])
            pressed.append(labels[said[1]])
        return pressed

    async def _ways_to(self, end: str, depth: int) -> AsyncIterator[list[str]]:
        """Yield every path to an option that says `end` and leads no further."""
        options = await self._column(depth)
        place = choose([option.label for option in options], end)
        if place is not None and not options[place].leads:
            yield [options[place].label]
        for place, option in enumerate(options):
            if not option.leads or self._left == 0:
                continue
            self._left -= 1
            await _press(self._control, depth, place)
            async for way in self._ways_to(end, depth + 1):
                yield [option.label, *way]

    async def _column(self, depth: int) -> Sequence[_Option]:
        columns = (await _shown(self._control, beyond=depth)).columns
        return columns[depth] if len(columns) > depth else ()


async def _shown(control: FormControl, *, beyond: int = 0) -> _Shown:
    task = {"css": control.field.locator.css, "limit": _FETCHED_MS if beyond else _DRAWN_MS, "beyond": beyond}
    return msgspec.convert(await control.act("branches_shown", task), _Shown)


async def _press(control: FormControl, column: int, place: int, *, opens: bool = False) -> None:
    task = {"css": control.field.locator.css, "column": column, "place": place, "opens": opens}
    await (await control.found("branch_element", task)).click(timeout=TOUCH_MS)
