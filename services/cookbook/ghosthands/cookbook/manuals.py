"""Manuals at work: which of one's steps belong to the page that shows, and what a finished job makes of it.

A manual says nothing that the rules would not: a step is taken where the page, planned for the present applicant, comes
to the same key for that field. So a form that was changed, or turned round, fails a step rather than be filled wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from msgspec.structs import replace

from ghosthands.cookbook.fields import AnyField, fields_of
from ghosthands.cookbook.recording import PageVisit
from ghosthands.domain import ids
from ghosthands.domain.generated import is_generated
from ghosthands.domain.job import JobFailed, JobRequested, ModeChosen
from ghosthands.domain.kinds import ModeReason
from ghosthands.domain.manual import (
    FILLING,
    PRESSING,
    Manual,
    ManualAction,
    ManualAdded,
    ManualFound,
    ManualSource,
    ManualStep,
    ManualTried,
    is_fillable,
)
from ghosthands.domain.message import Event
from ghosthands.domain.page import ButtonRole, FileInputModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan

#: what each filling step may come to
_KINDS = {
    ManualAction.FILL: {ActionKind.FILL},
    ManualAction.SELECT: {ActionKind.SELECT, ActionKind.CHOOSE},
    ManualAction.CHECK: {ActionKind.CHECK, ActionKind.CHOOSE},
    ManualAction.UPLOAD: {ActionKind.UPLOAD},
}
_RECORDED = {
    ActionKind.FILL: ManualAction.FILL,
    ActionKind.SELECT: ManualAction.SELECT,
    ActionKind.CHOOSE: ManualAction.SELECT,
    ActionKind.CHECK: ManualAction.CHECK,
    ActionKind.UPLOAD: ManualAction.UPLOAD,
}


@dataclass(frozen=True, slots=True)
class Taken:
    """What of a manual is done on a page."""

    actions: tuple[PlannedAction, ...]
    #: the first step that could not be taken
    failed_step: int | None


def take(
    manual: Manual, page: PageModel, known: Known, *, action_id: Callable[[str], str], only: Sequence[str] = ()
) -> Taken:
    """The steps of the part that knows most of the page's fields, each as the rules plan it."""
    asked = fields_of(page)
    if not asked:
        return Taken((), None)
    part = max(_parts(manual.steps), key=lambda part: sum(_find(step, asked) is not None for _, step in part))
    planned = {one.field_id: one for one in plan(page, known, action_id=action_id).actions}
    actions: list[PlannedAction] = []
    for at, step in part:
        field = _find(step, asked)
        action = planned.get(field.id) if field else None
        if field is None or (step.action in FILLING and (action is None or not _agrees(step, action))):
            return Taken(tuple(actions), at)
        if action is not None and step.action in FILLING and (not only or field.id in only):
            actions.append(action)
    return Taken(tuple(actions), None)


def _parts(steps: Sequence[ManualStep]) -> list[list[tuple[int, ManualStep]]]:
    """The steps between presses, with their numbers: each part is a page's."""
    parts: list[list[tuple[int, ManualStep]]] = [[]]
    for at, step in enumerate(steps):
        if step.action in PRESSING:
            parts.append([])
        elif step.action is not ManualAction.NAVIGATE:  # the job's own address says where it begins
            parts[-1].append((at, step))
    return parts


def _agrees(step: ManualStep, action: PlannedAction) -> bool:
    """Whether the rules come to what the step says."""
    return action.key == step.value and action.kind in _KINDS[step.action]


def _find(step: ManualStep, asked: Iterable[AnyField]) -> AnyField | None:
    """The one field that the step means."""
    found = [field for field in asked if step.selector in _names(field)]
    return found[0] if len(found) == 1 else None


def _names(field: AnyField) -> Iterator[str]:
    """All that a step may call the field."""
    if not isinstance(field, FileInputModel) and field.dom_id:
        yield f"#{field.dom_id}"
    if field.name:
        yield f'[name="{field.name}"]'
    yield field.locator.css
    yield f"label={field.label}"


# Recording


def record(at: datetime, requested: JobRequested, visits: Sequence[tuple[PageVisit, PageModel]]) -> ManualAdded | None:
    """What a completed job did, as a manual; None where it filled nothing that a manual may."""
    steps: list[ManualStep] = []
    for number, (visit, page) in enumerate(visits, 1):
        steps += _filling_steps(visit, page)
        steps.append(ManualStep(action=ManualAction.CLICK, selector=_name_press(page, is_last=number == len(visits))))
    if not any(step.action in FILLING for step in steps):
        return None
    first = visits[0][1]
    pattern = generalise(first.url)
    return ManualAdded(
        at=at,
        manual_id=ids.derived("manual", pattern, requested.job_type),
        url_pattern=pattern,
        task_pattern=requested.job_type,
        platform=first.platform,
        source=ManualSource.RECORDED,
        steps=tuple(steps),
    )


def _filling_steps(visit: PageVisit, page: PageModel) -> Iterator[ManualStep]:
    asked = fields_of(page)
    for field in asked:
        action = visit.filled.get(field.id)
        if action is None or not is_fillable(action.key):
            continue
        step = ManualStep(action=_RECORDED[action.kind], selector="", value=action.key)
        named = (replace(step, selector=name) for name in _lasting_names(field))
        if (said := next((one for one in named if one.is_typed and _find(one, asked) is field), None)) is not None:
            yield said


def _lasting_names(field: AnyField) -> Iterator[str]:
    """What the field is called on another posting's page too: no id or name that was made for this one."""
    made = [name for name in (getattr(field, "dom_id", ""), field.name) if is_generated(name)]
    yield from (name for name in _names(field) if not any(one and one in name for one in made))


def _name_press(page: PageModel, *, is_last: bool) -> str:
    button = (page.button(ButtonRole.SUBMIT) if is_last else None) or page.button(page.onward)
    return f"text={button.text}" if button else "text=Submit"


def generalise(url: str) -> str:
    """Host and path, with `*` for every part that has a digit in it: another posting of the site fits too."""
    parts = urlsplit(url)
    path = "/".join("*" if re.search(r"\d", part) else part for part in parts.path.split("/"))
    return f"{parts.hostname or ''}{path}"


def judge(at: datetime, job_id: str, events: Sequence[Event]) -> ManualTried | None:
    """What came of the manual that a finished job went by; None where it went by none."""
    found = [event for event in events if isinstance(event, ManualFound)]
    if not found:
        return None
    left = any(isinstance(event, ModeChosen) and event.reason == ModeReason.MANUAL_FAILED for event in events)
    failed = left or any(isinstance(event, JobFailed) for event in events)
    return ManualTried(
        at=at,
        job_id=job_id,
        manual_id=found[0].manual_id,
        well=not failed,
        at_once=failed and not any(event.actions for event in found),
    )
