"""The scan: one evaluate per frame, all frames at once, put together into one page model.

Only controls are collected, never text or values, so a form under a long description costs no more than the form.
Shadow roots are entered, closed ones too (`closed_roots`).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from msgspec.structs import replace
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from ghosthands import platforms
from ghosthands.browser_host.page import (
    accounts,
    buttons,
    calls,
    closed_roots,
    file_purpose,
    frames,
    guests,
    identity,
    judgement,
    lazy,
    marks,
    other_posting,
    paying_forms,
    purpose,
    realms,
)
from ghosthands.browser_host.page.identity import Identity
from ghosthands.browser_host.page.inventory import RawButton, RawControl, RawFrame, RawOption, decode
from ghosthands.browser_host.page.kinds import kind_of
from ghosthands.browser_host.page.seen import FrameScan, list_asked
from ghosthands.browser_host.page.told_since import told_since
from ghosthands.domain import quotes
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.errors import Transient
from ghosthands.domain.page import (
    WAYS_ON,
    ButtonModel,
    ButtonRole,
    ErrorKind,
    FieldModel,
    FieldState,
    FileInputModel,
    Locator,
    OptionModel,
    PageModel,
    PageType,
)
from ghosthands.planning import cards
from ghosthands.planning.choosing import dates

_ATTEMPTS = 5
#: what Playwright says of a frame that is not there any more
_LEFT = re.compile(r"context was destroyed|navigat|detached|closed|crashed|Cannot find context", re.IGNORECASE)


class PageUnreadable(Transient):
    """The page kept changing under the scan, or is gone; scan it again."""


async def scan(page: Page) -> PageModel:
    """Read the whole page as it is now, without waiting for it (`settle`) or changing it.

    A page that loads its lower parts only when they come into view is scrolled through first, and back. Raises
    PageUnreadable when it navigates away under every attempt, or is closed.
    """
    for _ in range(_ATTEMPTS):
        seen = await _look(page)
        if seen and lazy.is_lazy(page, seen[0].raw):
            await lazy.reveal(page, seen[0].raw)
            seen = await _look(page)
        if seen:
            return _model(page, seen)
        await _wait_until_loaded(page)
    raise PageUnreadable(f"cannot scan the page at {urlsplit(page.url).hostname}: it keeps changing or is closed")


async def glance(page: Page) -> PageModel | None:
    """Return the page as it is now, without waiting for it or touching it; None while it navigates."""
    seen = await _look(page)
    return _model(page, seen) if seen else None


async def is_as_read(page: Page, model: PageModel, button: ButtonModel) -> bool:
    """Whether all that `model` has as filled still is, and the button still is what it was: one look, without a touch.

    What was filled in since does not matter, nor do other nodes in the place of the same questions.
    """
    seen = await _look(page)
    filled = {question.id for question in _questions(seen) if question.raw.filled or question.raw.uploaded}
    now = next((each for _, each in _buttons(seen, paying_forms.find(seen)) if each.id == button.id), None)
    return now is not None and _essence(now) == _essence(button) and _list_filled(model) <= filled


def _essence(button: ButtonModel) -> tuple[Locator, ButtonRole, str]:
    """Return what makes a button of the same words the same: its place, its role and where its form is sent."""
    return button.locator, button.role, button.target


def _list_filled(model: PageModel) -> set[str]:
    """Return the ids of the visible fields that hold something, and of the files that are there."""
    fields = {field.id for field in model.fields if field.visible and field.state is FieldState.FILLED}
    return fields | {file.id for file in model.file_inputs if file.already_uploaded}


async def _look(page: Page) -> list[FrameScan]:
    """Return every frame that answered; none if the main frame did not."""
    placed = list(frames.list_form_frames(page))
    raws = await _inventories([frame for _, frame in placed])
    suspects = [frame for (_, frame), raw in zip(placed, raws, strict=True) if raw is not None and raw.hosts]
    if await closed_roots.open_up(page, suspects):
        raws = await _inventories([frame for _, frame in placed])
    if raws[0] is None:
        return []
    answered = {path: (frame, raw) for (path, frame), raw in zip(placed, raws, strict=True) if raw is not None}
    realms.remember(page, answered)
    return list(_arrange(answered))


async def _inventories(looked_at: Sequence[Frame]) -> list[RawFrame | None]:
    return await asyncio.gather(*map(_inventory, looked_at))


async def _inventory(frame: Frame) -> RawFrame | None:
    """Return the frame's inventory; None if it navigated, was detached, or cannot be read."""
    try:
        return decode(await calls.inventory(frame))
    except PlaywrightError as error:
        if frame.parent_frame is None and not _LEFT.search(error.message):
            raise PageUnreadable("cannot scan the page: its own scripts get in the way") from error
        return None


async def _wait_until_loaded(page: Page) -> None:
    try:
        await page.wait_for_load_state("domcontentloaded", timeout=5_000)
    except PlaywrightError as error:
        if page.is_closed():
            raise PageUnreadable("cannot scan: the page is closed") from error


def _arrange(answered: dict[str, tuple[Frame, RawFrame]]) -> Iterator[FrameScan]:
    """Yield the frames with whether they are seen, parents first."""
    done: dict[str, FrameScan] = {}
    for path, (frame, raw) in answered.items():
        parent_path, _, index = path.rpartition("/")
        parent = done.get(parent_path) if path else None
        child = parent.raw.frames[int(index)] if parent and int(index) < len(parent.raw.frames) else None
        shown = (parent.seen if parent else True) and (child.seen if child else True)
        done[path] = FrameScan(path, frame.url, raw, shown)
        yield done[path]


@dataclass(frozen=True, slots=True)
class _Question:
    """A control, where it was seen, and what makes it itself."""

    frame: FrameScan
    raw: RawControl
    identity: Identity
    id: str

    @property
    def reachable(self) -> bool:
        return self.raw.reachable and self.frame.seen


def _model(page: Page, seen: Sequence[FrameScan]) -> PageModel:
    told = told_since(page)
    shown = other_posting.without_others([frame.raw for frame in seen if frame.seen], told.words_before)
    platform = _platform(seen)
    questions = _questions(seen)
    fields = tuple(_field(question) for question in questions if question.raw.kind != "file")
    files = (question for question in questions if question.raw.kind == "file")
    uploads = tuple(_upload(each) for each in files if each.raw.reachable or each.raw.locked)
    paying = paying_forms.find(seen)
    walls, read = judgement.walls(shown), tuple(_buttons(seen, paying))
    asked = list_asked(seen)
    meant = purpose.judge(asked, read, at=page.url, title=seen[0].raw.title)
    if passed := guests.pass_login(meant, walls, asked, read):
        walls, meant = tuple(wall for wall in walls if wall.type is not BlockerType.LOGIN), passed
    pressable = tuple(replace(each, role=ButtonRole.OTHER) if each.id in meant.harmful else each for _, each in read)
    told.look(thanks=judgement.thanks(shown), denies=judgement.denies(shown))
    asking = [each.path for each in seen if each.seen and (each.raw.controls or each.raw.buttons)]
    told.asking = {frame for path in asking if (frame := realms.frame_at(page, path)) is not None}
    told.note_passing(thanked=any(frame.thanked for frame in shown), denied=any(frame.denied for frame in shown))
    page_type = judgement.page_type(
        shown,
        fields,
        uploads,
        pressable,
        walls,
        meant,
        thanked=told.has_thanked,
        failed=told.has_failed,
        nothing_sent=told.shows_nothing_sent,
    )
    pressed = [raw for raw, _ in read]
    account = accounts.account(fields, pressed, pressable) if page_type is PageType.LOGIN else None
    if account is None and judgement.wants_code(walls):
        account = accounts.verification(fields, pressed, pressable)
    return PageModel(
        url=_bare(page.url),
        platform=platform,
        page_type=PageType.LOGIN if account else page_type,
        fingerprint=identity.fingerprint(platform, (each.identity for each in questions if each.reachable)),
        fields=fields,
        buttons=pressable,
        file_inputs=uploads,
        blockers=walls,
        account=account,
        paying=tuple(sorted(paying)),
        unrelated=tuple(sorted(meant.unrelated)),
        step=judgement.step(shown),
        page_error=judgement.page_error(shown, denied=told.has_denied),
        answered=told.status,
        denial=judgement.find_denial(shown, denied=told.has_denied, nothing_sent=told.knows_nothing_sent),
        said=quotes.keep_words((*told.alerts, *(text for raw in shown for text in raw.said))),
    )


def _bare(url: str) -> str:
    return urlunsplit((*urlsplit(url)[:3], "", ""))


def _platform(seen: Iterable[FrameScan]) -> str:
    """Return the first frame's platform that is not generic: an embedded board names the form it holds."""
    named = (platforms.detect(_address(frame.url), frame.raw.platforms) for frame in seen)
    return next((name for name in named if name != platforms.GENERIC), platforms.GENERIC)


def _address(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname or ''}{parts.path or '/'}"


def _questions(seen: Iterable[FrameScan]) -> list[_Question]:
    """Return every question of the page in order, each with an id of its own."""
    found = [(frame, raw, _identity(raw)) for frame in seen for raw in marks.require_unmarked(frame.raw.controls)]
    named = identity.ids(each for _, _, each in found)
    return [_Question(*parts, question_id) for parts, question_id in zip(found, named, strict=True)]


def _identity(raw: RawControl) -> Identity:
    kind = raw.kind if raw.kind == "file" else kind_of(raw.kind, _example(raw))
    return Identity.of(kind, raw.label, raw.name, raw.id)


def _field(question: _Question) -> FieldModel:
    raw, frame = question.raw, question.frame
    return FieldModel(
        id=question.id,
        locator=Locator(raw.css, frame.path),
        kind=kind_of(raw.kind, _example(raw)),
        label=identity.quote(raw.label, raw.said_of_it),
        name=raw.name,
        dom_id=raw.id,
        placeholder=_example(raw),
        autocomplete=raw.autocomplete,
        section=raw.section,
        around=raw.around,
        required=raw.required or raw.error == ErrorKind.MISSING,
        state=FieldState.FILLED if raw.filled else FieldState.EMPTY,
        visible=question.reachable,
        locked=question.raw.locked and frame.seen,
        options=tuple(_option(option, frame.path) for option in raw.options),
        error=ErrorKind(raw.error) if raw.error else None,
        max_length=raw.max_length,
        form=raw.form,
    )


def _example(raw: RawControl) -> str:
    """Return the control's placeholder, or else the date format in its label or in what is said of it."""
    return raw.placeholder or dates.format_in(raw.label) or dates.format_in(raw.said_of_it)


def _option(raw: RawOption, path: str) -> OptionModel:
    return OptionModel(raw.label, Locator(raw.css, path) if raw.css else None, raw.placeholder)


def _upload(question: _Question) -> FileInputModel:
    raw = question.raw
    return FileInputModel(
        id=question.id,
        locator=Locator(raw.css, question.frame.path),
        accept_types=raw.accept,
        label=identity.clean(raw.label),
        name=raw.name,
        purpose=file_purpose.purpose_of(raw),
        required=raw.required,
        already_uploaded=raw.uploaded,
        error=ErrorKind(raw.error) if raw.error else None,
        form=raw.form,
    )


def _buttons(seen: Sequence[FrameScan], paying: Collection[cards.Form]) -> Iterator[tuple[RawButton, ButtonModel]]:
    """Yield each button that may be pressed, as it was read and as the model has it."""
    found = [(frame, button) for frame in seen if frame.seen for button in frame.raw.buttons]
    most = max((sum(control.reachable for control in frame.raw.controls) for frame in seen), default=0)
    is_application = purpose.is_application([control for frame in seen for control in frame.raw.controls])
    roles = buttons.roles_of(
        [button for _, button in found],
        most_fields=most,
        at=seen[0].url,
        is_application=is_application,
        is_thanking=judgement.thanks(frame.raw for frame in seen),
    )
    shown = [
        (frame, button, role)
        for (frame, button), role in zip(found, roles, strict=True)
        if role is not ButtonRole.OTHER or not button.drawn
    ]
    named = identity.ids(Identity("button", identity.essence(_find_words(button)), "") for _, button, _ in shown)
    for (frame, button, role), button_id in zip(shown, named, strict=True):
        is_paid = (frame.path, button.form) in paying
        yield (
            button,
            ButtonModel(
                id=button_id,
                locator=Locator(button.css, frame.path),
                text=_find_words(button),
                role=ButtonRole.OTHER if is_paid else role,
                enabled=button.enabled,
                mere_step=button.hint == buttons.STEP,
                target=button.target,
                form=button.form,
                pays=buttons.leads_to_paying(button) or (is_paid and role in WAYS_ON),
            ),
        )


def _find_words(button: RawButton) -> str:
    return button.text if any(map(str.isalnum, button.text)) else button.name or button.text
