"""A run of reversible actions: each frame takes all it can in one call, and only what did not stick is done alone.

Uploads go first, because a page may fill its form in from a resume. Then all native controls of each frame are set and
read back together, except at a human pace; if that is all there is to fill, the same call reads them back at rest. What
does not hold its value is redone with the strategies of its kind. A field counts as held only if it was read after all
fields were left and the page had been still for as long as a page takes to reject a value; a field that does not hold
what it should is emptied. No value is in any result.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host.page import frames, realms
from ghosthands.browser_host.page.dating import write_dates
from ghosthands.browser_host.page.emptying import empty
from ghosthands.browser_host.page.holding import KeySearch
from ghosthands.browser_host.page.pace import Pace
from ghosthands.browser_host.page.realms import FrameChanged
from ghosthands.browser_host.page.rest import leave, settle
from ghosthands.browser_host.page.traffic import traffic_of
from ghosthands.browser_host.page.upload import upload
from ghosthands.browser_host.page.values import Upload, Value
from ghosthands.browser_host.page.widgets import control as controls
from ghosthands.browser_host.page.widgets import widget_of
from ghosthands.browser_host.page.widgets.control import FormControl
from ghosthands.browser_host.page.widgets.goal import Goal, Reading, Ticked, Unfit
from ghosthands.browser_host.page.widgets.widget import Widget
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import FieldKind, FieldModel, FileInputModel, PageModel
from ghosthands.domain.plan import PlannedAction
from ghosthands.domain.polarity import opposite

_ROUNDS = 2
_GONE = Reading(code=ActionFailure.ELEMENT_NOT_FOUND)
_ELSEWHERE = Reading(code=ActionFailure.FRAME_CHANGED)
_PHONE = "profile.phone"
#: No values of the applicant's.
_UNKNOWN: Mapping[str, str] = MappingProxyType({})
#: failures that no other way of filling the field would change
_HOPELESS = (ActionFailure.NOT_VISIBLE, ActionFailure.TOO_LONG, ActionFailure.FRAME_CHANGED)
#: failures after which nothing was put into the field, and nothing is to be taken out
_UNTOUCHED = (ActionFailure.NOT_VISIBLE, ActionFailure.ELEMENT_NOT_FOUND, ActionFailure.FRAME_CHANGED)


def _never(_action: PlannedAction) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class FillResult:
    """The result of one action; `code` is empty if it succeeded."""

    action_id: str
    ok: bool
    #: a value of ActionFailure
    code: str
    took_ms: int
    #: whether the field holds another value that could not be taken out
    holds_other: bool = False
    #: whether the right answer leaves the field empty
    left_empty: bool = False
    #: the key of the applicant's value that it was last read to show
    equals_key: str | None = None


@dataclass(slots=True)
class _Task:
    """An action in progress."""

    action: PlannedAction
    field: FieldModel
    widget: Widget[Any]
    goal: Goal = dataclasses.field(repr=False)
    done: bool = False
    code: str = ""
    #: what the field was last read to show
    shown: str = dataclasses.field(default="", repr=False)
    #: why the form would not send the value that the field shows
    doubted: ActionFailure | None = None
    spent: float = 0.0
    holds_other: bool = False
    #: whether emptying the field was tried
    emptied: bool = False
    #: how many strategies were used up to the one that seemed to work
    used: int = 0

    def take(self, reading: Reading) -> None:
        """Judge a reading: by its code, what the field shows, and what the form would send."""
        self.shown = self.widget.shown(self.field, reading)
        shown = None if self.widget.holds(self.goal, reading) else ActionFailure.NOT_KEPT
        self.doubted = None if reading.code or shown else self.widget.doubt(self.goal, reading)
        self.code = reading.code or shown or self.doubted or ""
        self.done = not self.code


async def run_batch(
    page: Page,
    model: PageModel,
    actions: Sequence[PlannedAction],
    values: Mapping[str, Value],
    pace: Pace = Pace.FAST,
    is_kept_back: Callable[[PlannedAction], bool] = _never,
    known: Mapping[str, str] = _UNKNOWN,
) -> list[FillResult]:
    """Do the actions on the page that `model` was made of; return one result for each, in their order.

    `values` maps an action's id to its text or file; `check` needs none. `is_kept_back` says whether an action's value
    was kept from being sent, as the run goes on. `known` has the applicant's values by key. Only visible fields and
    file inputs are touched. A failed action never stops the others; raises nothing but what a lost browser raises.
    """
    results: dict[str, FillResult] = {}
    tasks: list[_Task] = []
    realms.expect(page, model)
    values = await write_dates(page, model, actions, values)
    traffic = traffic_of(page)
    seen = traffic.seen
    for action in actions:
        target = model.field(action.field_id)
        if isinstance(target, FileInputModel):
            results[action.id] = await _upload(page, target, action, values.get(action.id), is_kept_back)
        else:
            _prepare(action, target, values.get(action.id), tasks, results)
    is_there = any(result.ok for result in results.values())
    if is_there and traffic.seen != seen:  # the answer to what the page asked for its file may fill the form in
        await settle(page)
    await _fill(page, tasks, pace)
    await _empty(page, tasks)
    results |= _describe_results(tasks, known)
    return [results[action.id] for action in actions]


async def take_out(page: Page, model: PageModel, actions: Sequence[PlannedAction]) -> list[bool]:
    """Empty the fields of actions that failed; return for each whether something is left. Files stay."""
    fields = [model.field(action.field_id) for action in actions]
    realms.expect(page, model)
    seen = [field for field in fields if isinstance(field, FieldModel) and field.visible]
    states = dict(zip([field.id for field in seen], await empty(page, seen), strict=True))
    return [not states.get(action.field_id, True) for action in actions]


async def read_back(
    page: Page,
    model: PageModel,
    actions: Sequence[PlannedAction],
    values: Mapping[str, Value],
    *,
    rested: bool = False,
    known: Mapping[str, str] = _UNKNOWN,
) -> list[FillResult]:
    """Return for each action whether its field holds what it should, whoever filled it; uploads are not looked at.

    `rested`: read once the page had time to take back what it was given.
    """
    realms.expect(page, model)
    await leave(page)
    written = await write_dates(page, model, actions, values)
    results = await _judge(page, model, actions, written, known, rested=rested)
    plain = [action for action in actions if written.get(action.id) != values.get(action.id)]
    undecided = [action for action in plain if not results[action.id].ok]  # an engine types a date as it was given
    results |= await _judge(page, model, undecided, values, known, rested=rested)
    return [results[action.id] for action in actions]


async def _judge(
    page: Page,
    model: PageModel,
    actions: Sequence[PlannedAction],
    values: Mapping[str, Value],
    known: Mapping[str, str],
    *,
    rested: bool,
) -> dict[str, FillResult]:
    """Return by action's id whether its field holds the value as it is written in `values`."""
    results: dict[str, FillResult] = {}
    tasks: list[_Task] = []
    for action in actions:
        target = model.field(action.field_id)
        _prepare(action, None if isinstance(target, FileInputModel) else target, values.get(action.id), tasks, results)
    for task in tasks:
        task.code = ActionFailure.ELEMENT_NOT_FOUND
    await _read_again(page, tasks, rested=rested)
    return results | _describe_results(tasks, known)


def _prepare(
    action: PlannedAction,
    target: FieldModel | None,
    value: Value | None,
    tasks: list[_Task],
    results: dict[str, FillResult],
) -> None:
    """Add the action to `tasks`, or its failure to `results`."""
    try:
        tasks.append(_make_task(action, target, value))
    except Unfit as unfit:
        results[action.id] = FillResult(action.id, False, unfit.code, 0)


def _make_task(action: PlannedAction, target: FieldModel | None, value: Value | None) -> _Task:
    if target is None:
        raise Unfit(ActionFailure.ELEMENT_NOT_FOUND)
    if not target.visible:
        raise Unfit(ActionFailure.NOT_VISIBLE)
    if isinstance(value, Upload):
        raise Unfit(ActionFailure.UNFIT_VALUE)
    widget = widget_of(_find_asked_kind(target, action))
    return _Task(action, target, widget, widget.goal(target, _choose_answer(action, value), action.kind))


def _choose_answer(action: PlannedAction, value: str | None) -> str | None:
    """Return what is filled in: the answer, or its opposite if the field asks for that. Raises Unfit."""
    if not action.negated or value is None:
        return value
    turned = opposite(value)
    if turned is None:
        raise Unfit(ActionFailure.UNFIT_VALUE)
    return turned


def _find_asked_kind(target: FieldModel, action: PlannedAction) -> FieldKind:
    """Return the kind of answer the field asks for: a phone number is compared as one, even in a text box."""
    return FieldKind.TEL if target.kind is FieldKind.TEXT and action.key == _PHONE else target.kind


def _describe_results(tasks: Sequence[_Task], known: Mapping[str, str]) -> dict[str, FillResult]:
    """Return the result of each task by its action's id."""
    search = KeySearch(known)
    return {task.action.id: _describe_result(task, search) for task in tasks}


def _describe_result(task: _Task, search: KeySearch) -> FillResult:
    left_empty = isinstance(task.goal, Ticked) and not task.goal.wanted
    took_ms = round(task.spent * 1000)
    key = search.find_key(task.field.kind, task.shown) if task.done else None
    return FillResult(task.action.id, task.done, task.code, took_ms, task.holds_other, left_empty, key)


async def _upload(
    page: Page,
    target: FileInputModel,
    action: PlannedAction,
    value: Value | None,
    is_kept_back: Callable[[PlannedAction], bool],
) -> FillResult:
    started = time.monotonic()
    code = "" if isinstance(value, Upload) else ActionFailure.NO_VALUE
    if isinstance(value, Upload):
        try:
            await upload(FormControl(page, target), value, lambda: is_kept_back(action))
        except Unfit as unfit:
            code = unfit.code
        except PlaywrightError:
            code = ActionFailure.NOT_KEPT
    return FillResult(action.id, not code, code, round((time.monotonic() - started) * 1000))


async def _fill(page: Page, tasks: Sequence[_Task], pace: Pace) -> None:
    rested = False
    if pace is Pace.FAST:
        puts = _find_puts(tasks)
        rested = len(puts) == len(tasks) and len(list(frames.list_form_frames(page))) == 1
        await _fill_natively(page, tasks, puts, rested=rested)
    missing = [task for task in tasks if not task.done and task.code not in _HOPELESS]
    if rested and not missing:
        return
    for _ in range(_ROUNDS):
        for task in missing:
            await _fill_one(page, task, pace)
        kept = [task for task in tasks if task.done]
        await leave(page)
        await _read_again(page, kept, rested=True)
        missing = [task for task in kept if not task.done]
        if not missing:
            return


async def _empty(page: Page, tasks: Sequence[_Task]) -> None:
    """Empty the fields that do not hold what they should, and read the others again, as that may change them."""
    for _ in range(_ROUNDS):
        failed = [task for task in tasks if _is_to_empty(task)]
        if not failed:
            return
        states = await empty(page, [task.field for task in failed])
        for task, is_empty in zip(failed, states, strict=True):
            task.holds_other = not is_empty
            task.emptied = True
        await _read_again(page, [task for task in tasks if task.done])


def _is_to_empty(task: _Task) -> bool:
    return not task.done and not task.emptied and task.code not in _UNTOUCHED


def _find_puts(tasks: Sequence[_Task]) -> dict[str, dict[str, Any]]:
    """Return what to set natively for each action that can be done so, by the action's id."""
    puts = {task.action.id: task.widget.put(task.field, task.goal) for task in tasks}
    return {action_id: put for action_id, put in puts.items() if put is not None}


async def _fill_natively(
    page: Page, tasks: Sequence[_Task], puts: Mapping[str, dict[str, Any]], *, rested: bool
) -> None:
    """Set what can be set natively, in one call per frame, and read it; `rested`: a moment later."""
    put_all = controls.put_rested if rested else controls.put
    for path, native in _group_by_frame([task for task in tasks if task.action.id in puts]).items():
        started = time.monotonic()
        fields, goals = [task.field for task in native], [puts[task.action.id] for task in native]
        try:
            readings = await put_all(await realms.at(page, path), fields, goals)
        except FrameChanged:
            readings = [_ELSEWHERE] * len(native)
        except PlaywrightError:
            continue  # a handler navigated the frame away; what is left is tried alone
        share = (time.monotonic() - started) / len(native)
        for task, reading in zip(native, readings, strict=True):
            task.spent += share
            task.take(reading)


async def _read_again(page: Page, tasks: Sequence[_Task], *, rested: bool = False) -> None:
    """Read the fields again, as other fields or the page may have undone them; `rested`: a moment later."""
    await asyncio.gather(*(_read_frame(page, path, batch, rested) for path, batch in _group_by_frame(tasks).items()))


async def _read_frame(page: Page, path: str, tasks: Sequence[_Task], rested: bool) -> None:
    read = controls.rested_readings if rested else controls.readings
    probes = [task.widget.probe(task.field) for task in tasks]
    try:
        readings = await read(await realms.at(page, path), [task.field for task in tasks], probes)
    except FrameChanged:
        readings = [_ELSEWHERE] * len(tasks)
    except PlaywrightError:  # a field that cannot be read does not count as held
        readings = [_GONE] * len(tasks)
    for task, reading in zip(tasks, readings, strict=True):
        task.take(reading)


def _group_by_frame(tasks: Sequence[_Task]) -> dict[str, list[_Task]]:
    grouped: dict[str, list[_Task]] = defaultdict(list)
    for task in tasks:
        grouped[task.field.locator.frame].append(task)
    return grouped


async def _fill_one(page: Page, task: _Task, pace: Pace) -> None:
    """Try one strategy after the other until the field holds what it should.

    The strategy that seemed to work and did not keep is tried last the next time, and is judged once the field was
    left.
    """
    started = time.monotonic()
    control = FormControl(page, task.field, pace)
    await pace.rest()
    with contextlib.suppress(Unfit, PlaywrightError):  # the strategies tell of it
        await control.take_turn()
    strategies = task.widget.strategies
    again = task.used
    for place in (*range(again, len(strategies)), *range(again)):
        task.used = place + 1
        try:
            task.goal = await strategies[place](control, task.goal)
            if again:
                await leave(page)
                await control.leave_opened()
            await _read(control, task)
        except Unfit as unfit:
            is_vague = unfit.code == ActionFailure.NOT_KEPT
            task.code = task.doubted if is_vague and task.doubted else unfit.code
            if unfit.final:
                break
        except PlaywrightError:
            task.code = task.code or ActionFailure.NOT_KEPT
        if task.done:
            break
    task.spent += time.monotonic() - started


async def _read(control: FormControl, task: _Task) -> None:
    """Judge what the field holds; some fields tell their form only once they are left."""
    task.take(await control.read(task.widget.probe(task.field)))
    if task.doubted:
        await leave(control.page)
        task.take(await control.read(task.widget.probe(task.field)))
