"""Comboboxes that a page builds itself: opened, searched where needed, and picked from by a real click.

The text typed into one is never its answer, unless it is a street's; only an option that was picked is. One that takes
several answers gets every option that the text names. Lists of which only a part is drawn are scrolled through.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, ClassVar

import msgspec
from playwright.async_api import ElementHandle
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import scripts, values
from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.traffic import traffic_of
from ghosthands.browser_host.page.widgets import branches, tags
from ghosthands.browser_host.page.widgets.choice import sends_option
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.goal import Beside, Chosen, Reading, Unfit
from ghosthands.browser_host.page.widgets.keys import insert
from ghosthands.browser_host.page.widgets.widget import Strategy, Types, Widget
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.plan import ActionKind
from ghosthands.planning.choosing import choose, is_chosen, names_of, same_option, separated

#: milliseconds for an existing list to be drawn
_DRAWN_MS = 600
#: seconds for a list to arrive that the page is still fetching
_FETCHED_SECONDS = 4.0
#: seconds for a partly drawn list to be read whole
_SCROLLED_SECONDS = 10.0
_KEY_DELAY_MS = 20
_LEAVE = "() => document.activeElement?.blur()"
_IS_EDITABLE = "el => el.localName === 'input' && !el.readOnly"
_WANTS_ENTER = "el => el.isConnected && el.dataset.uxiWidgetType === 'selectinput'"
#: whether the control is a button that says that its list is open
_IS_OPEN = "el => el.localName === 'button' && el.getAttribute('aria-expanded') === 'true'"
_IS_THERE = "el => el.isConnected"
#: for the page to redraw itself after a pick, before the next one
_REDRAWN = {"quiet": 50, "limit": 500}

_STREET = re.compile(r"\bstreet\b|\baddress line\b|^\s*address\W*$|address-line1|street-address", re.IGNORECASE)


class Hit(msgspec.Struct, frozen=True):
    """An option that says a text: shown in the open list, or `taken` by the widget itself as the only one."""

    label: str
    taken: bool = False


#: finds the hit for a text; None if there is none
Finder = Callable[[FormControl, str], Awaitable[Hit | None]]


class Shown(msgspec.Struct, frozen=True):
    """The options that a list shows at the moment."""

    labels: tuple[str, ...]
    #: whether there are more than are drawn
    partial: bool
    #: whether there may be more below those it shows
    deep: bool = False


class Combobox(Widget[Chosen]):
    """A combobox: react-select, ARIA listboxes behind a button, type-ahead boxes."""

    types: ClassVar[Types] = {"combobox": FieldKind.COMBOBOX}
    hears_keys: ClassVar[bool] = True
    opens: ClassVar[bool] = True

    def goal(self, field: FieldModel, value: str | None, kind: ActionKind) -> Chosen:
        """Return the value as the goal; its option is chosen when the list is open."""
        if not value:
            raise Unfit(ActionFailure.NO_VALUE)
        return Chosen(value)

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Return the arguments of the script that reads which options are shown as chosen."""
        return {"how": "combobox", "css": field.locator.css}

    def holds(self, goal: Chosen, reading: Reading) -> bool:
        """Whether it shows every option that was picked."""
        shown = [reading.text, *reading.chosen, *reading.text.split(", ")]
        if len(set(map(str.casefold, reading.chosen))) < len(reading.chosen):
            return False  # one of them is chosen twice
        return bool(goal.labels) and all(any(same_option(label, each) for each in shown) for label in goal.labels)

    def sends(self, goal: Chosen, beside: Beside) -> bool | None:
        """Whether the hidden input would submit the wanted option, by its label or by having changed since."""
        return sends_option(goal, beside)

    async def enter(self, control: FormControl) -> ElementHandle:
        """Focus the search box, if there is one, else the control, and return the focused element."""
        try:
            element = await control.found("search_box", control.field.locator.css)
        except Unfit:
            element = await control.element()
        await element.focus()
        return element

    @property
    def strategies(self) -> Sequence[Strategy[Chosen]]:
        """A pick from the open list, a search, a slower one by other names, a time, and the answer's parts as tags."""
        return (self._pick, self._search, self._search_widely, self._write_clock, self._enter)

    async def _pick(self, control: FormControl, goal: Chosen) -> Chosen:
        return await self._answered(control, goal, _in_list)

    async def _search(self, control: FormControl, goal: Chosen) -> Chosen:
        return await self._answered(control, goal, _by_search)

    async def _search_widely(self, control: FormControl, goal: Chosen) -> Chosen:
        try:
            return await self._answered(control, goal, _by_wider_search)
        except Unfit:
            if not _asks_for_street(control):
                raise
        return await _as_text(control, goal)

    async def _write_clock(self, control: FormControl, goal: Chosen) -> Chosen:
        """Write a time of day that a list of times only has some of, as it writes them. Raises Unfit."""
        clock = values.clock_time(goal.text) or values.clock_time_in(goal.text)
        if clock is None or goal.labels:
            raise Unfit(ActionFailure.NO_SUCH_OPTION)
        await _open(control)
        shown = (await _awaited(control)).labels
        if not shown or None in map(values.clock_time, shown):
            raise Unfit(ActionFailure.NO_SUCH_OPTION)
        written = await _as_text(control, Chosen(values.write_clock_like(shown[0], clock)))
        if values.clock_time(await control.act("host_value", control.field.locator.css) or "") != clock:
            raise Unfit(ActionFailure.NO_SUCH_OPTION)
        return written

    async def _enter(self, control: FormControl, goal: Chosen) -> Chosen:
        if goal.labels:  # the list has such options, and the earlier strategies failed to keep them
            return goal
        try:
            if not await _takes_several(control):  # which opens it
                raise Unfit(ActionFailure.NO_SUCH_OPTION)
            return await tags.enter_all(control, goal, search_box=_search_box, shown=_labels_shown, chosen=_chosen)
        except Unfit:
            raise Unfit(ActionFailure.NO_SUCH_OPTION) from None
        finally:
            await _close(control, believe=False)

    async def _answered(self, control: FormControl, goal: Chosen, find: Finder) -> Chosen:
        """Pick every option that the text names. Raises Unfit."""
        labels: list[str] = []
        held = await _chosen(control)
        try:
            labels = await _picked(control, goal.text, held, find)
        finally:
            await _close(control, believe=bool(labels))
        if not labels:
            raise Unfit(ActionFailure.NO_SUCH_OPTION)
        return Chosen(goal.text, tuple(labels))


async def pick_suggested(control: FormControl, text: str) -> str | None:
    """Pick what a text box suggests for `text` while one types, and return its label; None if it suggests no such."""
    label = await _made_sure(control, text, (), _by_wider_search)
    await control.ask(_LEAVE, None)
    return label


def _asks_for_street(control: FormControl) -> bool:
    """Whether the field asks for a street: its list then shows suggestions, not the only possible answers."""
    field = control.field
    return isinstance(field, FieldModel) and any(map(_STREET.search, (field.label, field.autocomplete)))


async def _as_text(control: FormControl, goal: Chosen) -> Chosen:
    element = await control.element()
    if not await _is_editable(element):
        raise Unfit(ActionFailure.NO_SUCH_OPTION)
    await insert(element, goal.text)
    await control.ask(_LEAVE, None)
    return Chosen(goal.text, (goal.text,))


async def _picked(control: FormControl, text: str, held: Sequence[str], find: Finder) -> list[str]:
    """Pick the option that says the whole text, else those that say its parts, if it takes several. Raises Unfit."""
    parts = separated(text)
    # A search box may offer its text back as a new tag: one tag of all the parts.
    is_split = len(parts) > 1 and find is not _in_list and await _takes_several(control)
    whole = None if is_split else await _made_sure(control, text, held, find)
    if whole is not None:
        return [whole]
    if len(parts) < 2 or not (await _takes_several(control) or await _offers_all(control, parts)):
        return []
    labels = []
    for part in parts:
        labels.append(await _made_sure(control, part, held, find))
        await control.ask(scripts.bare("quiet"), _REDRAWN)
        await _take_doubles_out(control)
    if None in labels:
        if (
            is_split
            and not any(labels)
            and (whole := await _made_sure(control, text, held, _unechoed(find))) is not None
        ):
            return [whole]
        raise Unfit(ActionFailure.NO_SUCH_OPTION)  # what was picked stays: another way may find the rest
    return [label for label in labels if label is not None]


def _unechoed(find: Finder) -> Finder:
    """Return the finder of what says the text in other words: it may itself be offered back."""

    async def found(control: FormControl, text: str) -> Hit | None:
        hit = await find(control, text)
        return None if hit and same_option(hit.label, text) else hit

    return found


async def _take_doubles_out(control: FormControl) -> None:
    """Take an option out once if the page has accepted it twice, as a person who sees it would."""
    chosen = [label.casefold() for label in await _chosen(control)]
    if len(set(chosen)) < len(chosen):
        with contextlib.suppress(Unfit):
            await (await control.found("double_element", control.field.locator.css)).click(timeout=TOUCH_MS)


async def _made_sure(control: FormControl, text: str, held: Sequence[str], find: Finder) -> str | None:
    """Return the label that says `text`, after picking it unless it is chosen already; None if there is none."""
    already = next((label for label in held if is_chosen(label, text) or branches.is_way(text, label)), None)
    if already is not None:
        return already
    hit = await find(control, text)
    if hit is None:
        return None
    if not hit.taken:
        task = {"css": control.field.locator.css, "label": hit.label}
        option = await control.found("option_element", task)
        await option.click(timeout=TOUCH_MS)
    return hit.label


async def _chosen(control: FormControl) -> tuple[str, ...]:
    return (await control.read({"how": "combobox", "css": control.field.locator.css})).chosen


async def _in_list(control: FormControl, text: str) -> Hit | None:
    await _open(control)
    shown = await _awaited(control)
    hit = _said(await _all_labels(control) if shown.partial else shown.labels, text)
    if hit is None and shown.deep:
        picked = await branches.pick(control, text)
        return Hit(picked, taken=True) if picked else None
    return hit


async def _by_search(control: FormControl, text: str) -> Hit | None:
    try:
        return await _typed(control, text, text, delay=0)
    except Unfit as unfit:  # nothing to search in; the page may have drawn the list anew under the first look
        if unfit.final:  # a letter went astray: none may follow
            raise
        return await _in_list(control, text)


async def _by_wider_search(control: FormControl, text: str) -> Hit | None:
    for query in dict.fromkeys((text.partition(",")[0], *names_of(text))):
        hit = await _typed(control, query, text, delay=_KEY_DELAY_MS)
        if hit is not None:
            return hit
    return None


async def _typed(control: FormControl, query: str, text: str, *, delay: float) -> Hit | None:
    """Search for `query`, and return the hit for `text` among the results. Raises Unfit."""
    before = await _chosen(control)
    box = await _focus(control, await _search_box(control))
    try:
        await (await control.keys(box)).type(query, delay_ms=delay)
        hit = await _found(control, box, text, before)
    except Unfit:
        if await in_time(box.evaluate(_IS_THERE)):
            raise
        hit = None
    if hit is None and not await in_time(box.evaluate(_IS_THERE)):  # a key made the page replace the box
        box = await _search_box(control)
        await insert(box, query)
        hit = await _found(control, box, text, before)
    if hit is None:
        await _take_back(control, before)
    return hit


async def _focus(control: FormControl, box: ElementHandle) -> ElementHandle:
    """Focus the box, and return it with its text selected, or the box that it hands the focus on to."""
    await box.focus()
    with contextlib.suppress(Unfit):
        box = await control.found("search_box", control.field.locator.css)
    await in_time(box.evaluate("el => el.select()"))
    return box


async def _found(control: FormControl, box: ElementHandle, text: str, before: Sequence[str]) -> Hit | None:
    """Return the hit once the search for the text in `box` is over."""
    if await in_time(box.evaluate(_WANTS_ENTER)):
        await (await control.keys(box)).press("Enter")
    hit = _said((await _awaited(control)).labels, text)
    taken = None if hit else _said(await _taken(control, before), text)
    return Hit(taken.label, taken=True) if taken else hit


async def _taken(control: FormControl, before: Sequence[str]) -> list[str]:
    """Return what is chosen and was not before; the text still in the box is no choice."""
    typed = await _left_in_box(control)
    return [label for label in await _chosen(control) if label not in before and not same_option(label, typed)]


async def _left_in_box(control: FormControl) -> str:
    try:
        box = await control.found("search_box", control.field.locator.css)
    except Unfit:
        return ""
    return str(await in_time(box.evaluate("el => el.value")))


async def _take_back(control: FormControl, before: Sequence[str]) -> None:
    """Remove what the search left: its text, and what the widget took for it by itself."""
    try:
        box = await control.found("search_box", control.field.locator.css)
    except Unfit:
        return
    box = await _focus(control, box)
    if await in_time(box.evaluate("el => el.value")):
        await (await control.keys(box)).press("Delete")
    for _ in await _taken(control, before):
        box = await _focus(control, box)
        await (await control.keys(box)).press("Backspace")


async def _search_box(control: FormControl) -> ElementHandle:
    if not await _is_editable(await control.element()):
        await _open(control)
        await _awaited(control)
    try:
        return await control.found("search_box", control.field.locator.css)
    except Unfit:
        raise Unfit(ActionFailure.NO_SUCH_OPTION) from None


def _said(labels: Sequence[str], text: str) -> Hit | None:
    index = choose(labels, text)
    return None if index is None else Hit(labels[index])


async def _open(control: FormControl) -> None:
    """Open the list by keyboard if that works, as no overlay can catch a key; else by a click."""
    element = await control.element()
    if (await _shown(control, 0, believe=True)).labels:
        return
    if await in_time(element.evaluate("el => el.localName === 'input'")):
        box = await _focus(control, element)
        for key in ("ArrowDown", "Alt+ArrowDown"):  # the first may choose at once where the second opens
            try:
                await (await control.keys(box)).press(key)
            except Unfit:  # what opens may take the focus
                if not (await _shown(control, _DRAWN_MS)).labels:
                    raise
            if (await _shown(control, _DRAWN_MS // 2)).labels:
                return
    elif await in_time(element.evaluate(_IS_OPEN)):
        return
    try:
        await element.click(timeout=TOUCH_MS)
    except PlaywrightError:  # a script's click reaches it under whatever covers it
        await in_time(element.evaluate("el => el.click()"))


async def _close(control: FormControl, *, believe: bool) -> None:
    """Make the list accept what was picked, and leave it.

    By Escape only where a list is still open, as elsewhere the key would close what is around.
    """
    if believe:
        await _take_over(control)
    is_open = bool((await _shown(control, 0, believe=believe)).labels)
    if is_open or (not believe and await in_time((await control.element()).evaluate(_IS_OPEN))):
        await control.press_here("Escape")
    await control.ask(_LEAVE, None)


async def _take_over(control: FormControl) -> None:
    """Confirm what was picked if the list is a dialog that wants that."""
    with contextlib.suppress(Unfit):
        await (await control.found("list_done", control.field.locator.css)).click(timeout=TOUCH_MS)


async def _offers_all(control: FormControl, parts: Sequence[str]) -> bool:
    """Whether the list names every part; reading back shows if it takes only one answer."""
    shown = (await _awaited(control)).labels
    return all(choose(shown, part) is not None for part in parts)


async def _is_editable(element: ElementHandle) -> bool:
    return bool(await in_time(element.evaluate(_IS_EDITABLE)))


async def _takes_several(control: FormControl) -> bool:
    await _open(control)
    return bool(await control.act("takes_several", control.field.locator.css))


async def _shown(control: FormControl, limit_ms: int, *, believe: bool = False) -> Shown:
    """Return the options, waiting for them; `believe` the control if it says that it is collapsed."""
    task = {"css": control.field.locator.css, "limit": limit_ms, "believe": believe}
    return msgspec.convert(await control.act("options_shown", task), Shown)


async def _labels_shown(control: FormControl) -> tuple[str, ...]:
    return (await _shown(control, 0)).labels


async def _all_labels(control: FormControl) -> tuple[str, ...]:
    return tuple(await control.act("options_all", control.field.locator.css, seconds=_SCROLLED_SECONDS))


async def _awaited(control: FormControl) -> Shown:
    """Return the options as soon as there are any; none once the page is no longer fetching some."""
    traffic, clock = traffic_of(control.page), asyncio.get_running_loop().time
    started = clock()
    while True:
        shown = await _shown(control, _DRAWN_MS)
        if shown.labels or traffic.is_quiet or clock() - started > _FETCHED_SECONDS:
            return shown
