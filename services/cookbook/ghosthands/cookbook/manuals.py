"""Manuals at work: the manual's steps for the page that shows, and what a finished job adds to or judges in them.

A manual says nothing that the rules would not: a step is taken where the plan of the page, for the present applicant,
has the same key for that field. So on a form that was changed, or whose question was reversed, the step fails rather
than fill it wrongly. A move is commanded by itself, and the manual is asked again on the page that it leads to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from msgspec.structs import replace

from ghosthands.cookbook.fields import fields_of
from ghosthands.cookbook.recording import PageVisit
from ghosthands.domain import ids, keys
from ghosthands.domain.generated import is_generated
from ghosthands.domain.job import JobFailed, JobRequested, ModeChosen, list_since_begun
from ghosthands.domain.kinds import ModeReason
from ghosthands.domain.manual import (
    FILLING,
    Manual,
    ManualAction,
    ManualAdded,
    ManualFound,
    ManualMove,
    ManualSource,
    ManualStep,
    ManualTried,
)
from ghosthands.domain.message import Event
from ghosthands.domain.page import AnyField, ButtonModel, ButtonRole, FileInputModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan

#: the kinds of action that each filling step may become
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


#: buttons that lead on or send; only the job presses them
_LEADS_ON = frozenset({ButtonRole.NEXT, ButtonRole.SUBMIT, ButtonRole.APPLY})
#: the steps that a manual may begin with on a page without fields
_BEGINS = frozenset({ManualAction.NAVIGATE, ManualAction.CLICK, ManualAction.PRESS})

_Numbered = tuple[int, ManualStep]


@dataclass(frozen=True, slots=True)
class Taken:
    """The manual's actions on a page, its next move, and the first step that failed."""

    actions: tuple[PlannedAction, ...] = ()
    #: the first step that could not be taken
    failed_step: int | None = None
    #: the move after these actions
    move: ManualMove | None = None


def take(
    manual: Manual,
    page: PageModel,
    known: Known,
    *,
    action_id: Callable[[str], str],
    only: Sequence[str] = (),
    moved: Sequence[int] = (),
) -> Taken:
    """Return the steps of the page's part up to its next move, as far as each fills what the rules plan.

    `moved`: the moves that were made; the steps before the last of them are done, except for the fields `only`.
    """
    asked = fields_of(page)
    part = _choose_part(_parts(manual.steps, page, moved), asked, moved)
    done_to = max((at for at, _ in part if at in moved), default=-1)
    planned = {one.field_id: one for one in plan(page, known, action_id=action_id).actions}
    actions: list[PlannedAction] = []
    for at, step in part:
        field = _find(step, asked)
        if at <= done_to and not (only and field is not None and field.id in only):
            continue
        if step.action not in FILLING:
            if step.action is ManualAction.WAIT and (field is not None or _find_button(step, page)):
                continue
            move = _make_move(at, step, page, field)
            return Taken(tuple(actions), None if move else at, move)
        if not asked:
            break
        action = planned.get(field.id) if field else None
        if field is None or action is None or not _agrees(step, action):
            return Taken(tuple(actions), at)
        if not only or field.id in only:
            actions.append(action)
    return Taken(tuple(actions))


def _parts(steps: Sequence[ManualStep], page: PageModel, moved: Sequence[int]) -> list[list[_Numbered]]:
    """Split the steps, with their numbers, after each click that leads on: each part is a page's."""
    parts: list[list[_Numbered]] = [[]]
    for at, step in enumerate(steps):
        if step.action is ManualAction.CLICK and at not in moved and not _is_aside(_find_button(step, page), page):
            parts.append([])
        else:
            parts[-1].append((at, step))
    return parts


def _choose_part(parts: Sequence[list[_Numbered]], asked: Sequence[AnyField], moved: Sequence[int]) -> list[_Numbered]:
    """Return the part that knows most of the page's fields; for a page without fields, the current or first part."""
    if asked:
        return max(parts, key=lambda part: sum(_find(step, asked) is not None for _, step in part))
    if moved:
        return next((part for part in parts if any(at == moved[-1] for at, _ in part)), [])
    return parts[0] if parts[0] and parts[0][0][1].action in _BEGINS else []


def _make_move(at: int, step: ManualStep, page: PageModel, field: AnyField | None) -> ManualMove | None:
    """Return the step as a move on this page; None unless exactly one element is what it names."""
    match step.action:
        case ManualAction.CLICK:
            button = _find_button(step, page)
            return ManualMove(at=at, action=step.action, target=button.id) if button else None
        case ManualAction.PRESS if step.selector and field is None:
            return None
        case ManualAction.PRESS:
            return ManualMove(at=at, action=step.action, target=field.id if field else "", value=step.value)
        case _:
            return ManualMove(at=at, action=step.action, target=step.selector, value=step.value)


def _find_button(step: ManualStep, page: PageModel) -> ButtonModel | None:
    """Return the one button that the step means."""
    text = step.selector.removeprefix("text=")
    found = [one for one in page.buttons if one.enabled and step.selector in (one.locator.css, f"text={one.text}")]
    if not found and text != step.selector:
        found = [one for one in page.buttons if one.enabled and one.text.casefold() == text.casefold()]
    return found[0] if len(found) == 1 else None


def _is_aside(button: ButtonModel | None, page: PageModel) -> bool:
    """Whether the button exists and neither leads on nor sends, as far as is known."""
    if button is None or button.role in _LEADS_ON:
        return False
    return page.account is None or button.id not in (page.account.button, page.account.other_button)


def _agrees(step: ManualStep, action: PlannedAction) -> bool:
    """Whether the rules plan what the step says."""
    return action.key == step.value and action.kind in _KINDS[step.action]


def _find(step: ManualStep, asked: Iterable[AnyField]) -> AnyField | None:
    """Return the one field that the step means."""
    found = [field for field in asked if step.selector in _names(field)]
    return found[0] if len(found) == 1 else None


def _names(field: AnyField) -> Iterator[str]:
    """Yield every selector by which a step may name the field."""
    if not isinstance(field, FileInputModel) and field.dom_id:
        yield f"#{field.dom_id}"
    if field.name:
        yield f'[name="{field.name}"]'
    yield field.locator.css
    yield f"label={field.label}"


# Recording


def record(at: datetime, requested: JobRequested, visits: Sequence[tuple[PageVisit, PageModel]]) -> ManualAdded | None:
    """Return what a completed job did as a manual; None where it filled nothing that a manual may fill."""
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
        if action is None or not keys.is_fillable(action.key):
            continue
        step = ManualStep(action=_RECORDED[action.kind], selector="", value=action.key)
        named = (replace(step, selector=name) for name in _lasting_names(field))
        if (said := next((one for one in named if one.is_typed and _find(one, asked) is field), None)) is not None:
            yield said


def _lasting_names(field: AnyField) -> Iterator[str]:
    """Yield the field's names that hold on another posting's page too, without generated ids or names."""
    made = [name for name in (getattr(field, "dom_id", ""), field.name) if is_generated(name)]
    yield from (name for name in _names(field) if not any(one and one in name for one in made))


def _name_press(page: PageModel, *, is_last: bool) -> str:
    button = (page.button(ButtonRole.SUBMIT) if is_last else None) or page.button(page.onward)
    return f"text={button.text}" if button else "text=Submit"


def generalise(url: str) -> str:
    """Return host and path, with `*` for each part that contains a digit, so that other postings of the site fit."""
    parts = urlsplit(url)
    path = "/".join("*" if re.search(r"\d", part) else part for part in parts.path.split("/"))
    return f"{parts.hostname or ''}{path}"


def judge(at: datetime, job_id: str, events: Sequence[Event]) -> ManualTried | None:
    """Return how the manual of a finished job did in its last attempt; None where that used none."""
    lately = list_since_begun(events)
    found = [event for event in lately if isinstance(event, ManualFound)]
    if not found:
        return None
    left = any(isinstance(event, ModeChosen) and event.reason == ModeReason.MANUAL_FAILED for event in lately)
    failed = left or any(isinstance(event, JobFailed) for event in lately)
    return ManualTried(
        at=at,
        job_id=job_id,
        manual_id=found[0].manual_id,
        well=not failed,
        at_once=failed and not any(event.actions for event in found),
    )
