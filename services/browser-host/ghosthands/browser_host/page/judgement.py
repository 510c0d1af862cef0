"""The judgement of a page's type, and of the walls on it, from all its frames together.

A confirmation needs to be seen *and* the submit button to be gone: a posting thanks for interest too, and a class named
`confirmation` also dresses an expired session. Nothing confirms where the page complains beside it, or the form was
answered with an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ghosthands.browser_host.page import words
from ghosthands.browser_host.page.inventory import RawFrame
from ghosthands.browser_host.page.purpose import PagePurpose
from ghosthands.domain.codes import BlockerType, Doubt
from ghosthands.domain.page import (
    SURE,
    BlockerModel,
    ButtonModel,
    ButtonRole,
    FieldModel,
    FileInputModel,
    PageType,
    StepIndicator,
)

#: the statuses of a page that is not there (any more)
GONE = (404, 410)
_INSTEAD = re.compile(words.INSTEAD, re.IGNORECASE)


def page_type(
    frames: Sequence[RawFrame],
    fields: Sequence[FieldModel],
    files: Sequence[FileInputModel],
    buttons: Sequence[ButtonModel],
    walls: Sequence[BlockerModel],
    purpose: PagePurpose,
    *,
    thanked: bool = False,
    failed: bool = False,
    nothing_sent: bool = False,
) -> PageType:
    """Return the type of a page for that purpose.

    `thanked`: it answered the press that sends it with thanks, whatever it shows. `failed`: its server answered what
    the press sent with an error, or it said since that the sending failed; then nothing confirms. `nothing_sent`: it
    has sent nothing since the press, as far as anybody saw; what would confirm tells nothing yet then.
    """
    roles = {button.role for button in buttons}
    asks = not purpose.is_all_unrelated and (any(field.visible for field in fields) or bool(files))
    complains = page_error(frames) or any(each.error for each in fields) or any(each.error for each in files)
    if not failed and ((thanked and not complains) or is_confirmed(frames, roles)):
        return PageType.OTHER if nothing_sent else PageType.CONFIRMATION
    if any(wall.type is BlockerType.LOGIN and wall.confidence >= SURE for wall in walls):
        return PageType.LOGIN
    is_gone = frames[0].status in GONE  # its search and its newsletter are no form
    is_closed = any("closed" in frame.phrases for frame in frames)
    if is_closed and asks and _is_offered_instead(fields, files, buttons):
        return PageType.CLOSED
    is_whole = len(fields) > 1 and not (is_gone or purpose.leads_away)
    if asks and (ButtonRole.SUBMIT in roles or ButtonRole.NEXT in roles or is_whole):
        return PageType.FORM
    if is_gone or is_closed:
        return PageType.CLOSED
    if frames[0].status >= 500 or any("broken" in frame.phrases for frame in frames):
        return PageType.ERROR
    if ButtonRole.APPLY in roles:
        return PageType.POSTING
    return PageType.FORM if asks else PageType.UNRELATED if purpose.is_all_unrelated else PageType.OTHER


def _is_offered_instead(
    fields: Sequence[FieldModel], files: Sequence[FileInputModel], buttons: Sequence[ButtonModel]
) -> bool:
    """Whether what a closed posting still asks is for another purpose: a list of talents, job alerts, a search.

    All of it is below a heading or in the form of a button that says so, or nothing leads on and it takes no file.
    """
    named = {(each.locator.frame, each.form) for each in buttons if _INSTEAD.search(each.text)}
    others = [each for each in fields if not any(map(_INSTEAD.search, (each.section, *each.around)))]
    if all((each.locator.frame, each.form) in named for each in others if each.visible):
        return True
    leads_on = {ButtonRole.SUBMIT, ButtonRole.NEXT, ButtonRole.APPLY}
    return not files and leads_on.isdisjoint(button.role for button in buttons)


def thanks(frames: Iterable[RawFrame]) -> bool:
    """Whether the page says anywhere that the application has arrived."""
    return any("confirmed" in frame.phrases for frame in frames)


def denies(frames: Iterable[RawFrame]) -> bool:
    """Whether the page has words that the sending failed; whether they answer a press is for `told_since` to tell."""
    return any("unsent" in frame.phrases for frame in frames)


def find_denial(frames: Sequence[RawFrame], *, denied: bool = False, nothing_sent: bool = False) -> Doubt | None:
    """Return the page's sign that it took no application now, if there is one.

    `denied`: it said so since the press. `nothing_sent`: it is known that nothing has left since.
    """
    if any("already" in frame.phrases for frame in frames):
        return Doubt.ALREADY_APPLIED
    if denied:
        return Doubt.NOT_RECEIVED
    return Doubt.NOTHING_SENT if nothing_sent else None


def wants_code(walls: Iterable[BlockerModel]) -> bool:
    """Whether the only sure wall is a code that was sent to the applicant."""
    return {wall.type for wall in walls if wall.confidence >= SURE} == {BlockerType.TWO_FACTOR}


def is_confirmed(frames: Iterable[RawFrame], roles: Iterable[ButtonRole]) -> bool:
    """Whether the page says that the application has arrived, and offers no button to send it."""
    present, shown = set(roles), tuple(frames)
    unfinished = any(frame.step is not None and frame.step.current < frame.step.total for frame in shown)
    if ButtonRole.SUBMIT in present or ButtonRole.NEXT in present or unfinished:
        return False
    if any("failed" in frame.markers or frame.errs for frame in shown):
        return False
    phrases = [frame.phrases.get("confirmed") for frame in shown]
    if ButtonRole.APPLY in present:
        return "strong" in phrases
    return any(phrases) or any("confirmed" in frame.markers and not _says_otherwise(frame) for frame in shown)


def _says_otherwise(frame: RawFrame) -> bool:
    return "broken" in frame.phrases or "closed" in frame.phrases


def page_error(frames: Iterable[RawFrame], *, denied: bool = False) -> bool:
    """Whether the page as a whole complains, or `denied` since the press that it took the application."""
    return denied or any(frame.refused or "failed" in frame.markers or "spam" in frame.phrases for frame in frames)


def walls(frames: Iterable[RawFrame]) -> tuple[BlockerModel, ...]:
    """Return the walls that only a human gets past, or that may be such: the surest of each type."""
    best: dict[str, BlockerModel] = {}
    for name, confidence, evidence in (wall for frame in frames for wall in (*frame.walls, *_distrust(frame))):
        if name not in best or best[name].confidence < confidence:
            best[name] = BlockerModel(type=BlockerType(name), confidence=confidence, evidence=evidence)
    return tuple(best.values())


def _distrust(frame: RawFrame) -> Iterator[tuple[str, float, str]]:
    """Yield a wall if the application was taken for a robot's, whatever status it was answered with."""
    if "spam" in frame.phrases:
        yield BlockerType.BOT_CHECK, 0.9, "taken for spam"


def step(frames: Iterable[RawFrame]) -> StepIndicator | None:
    """Return the page's own word on its step; None if it has none or several."""
    found = {(frame.step.current, frame.step.total) for frame in frames if frame.step is not None}
    return StepIndicator(*found.pop()) if len(found) == 1 else None
