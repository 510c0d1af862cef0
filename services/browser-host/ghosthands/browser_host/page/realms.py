"""The realm of a field: the very document that was looked at, and the very element that asked its question.

A look leaves a handle in each document. What goes through the handle goes there or nowhere: it dies with the document,
whatever replaces the document later. It also remembers the elements; if another element is found under the same CSS,
scripts find none (`resolve` in `dom.js`) until a new look says that it asks the same question.

A frame is known by being the same frame. One that loaded its own site again is looked at anew; one that was exchanged,
or went to another site, is not the one that was looked at.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from weakref import ReferenceType, WeakKeyDictionary, ref

from playwright.async_api import ElementHandle, Frame, JSHandle, Page
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from ghosthands.browser_host.page import calls, frames
from ghosthands.browser_host.page.identity import Identity, quote
from ghosthands.browser_host.page.inventory import RawControl, RawFrame, decode
from ghosthands.domain.page import AnyField, FieldModel, PageModel

#: the origin of documents that have none of their own, which says nothing
_OPAQUE = "null"
_ORIGIN = "() => location.origin"
_NOTHING_ASKED = "look => { look.asked = new Map(); return location.origin; }"
#: looks again without forgetting which elements asked the questions, nor what stood there before any was answered; also
#: says how each element is found now
_LOOK_AGAIN = """(look, wanted) => {
  const { asked, stood } = look;
  try {
    const told = look();
    const names = new Map([...look.asked].map(([css, el]) => [el, css]));
    return { told, now: wanted.map((css) => names.get(look.standing(css)) ?? null) };
  } finally {
    Object.assign(look, { asked, stood: stood ?? look.stood });
  }
}"""
#: the task comes as JSON: playwright takes ten times as long for as many values
_ACT = "(look, [name, task]) => look.act(name, JSON.parse(task))"
_ACCEPT = "(look, all) => all.forEach((css) => look.asked.set(css, look.standing(css)))"


class FrameChanged(Exception):
    """The frame is not the one that was looked at."""


class _Looked(NamedTuple):
    """A frame as of the look; referenced weakly, as a frame holds its page."""

    frame: ReferenceType[Frame]
    origin: str
    #: what the look left in the document; None if the look was over another connection
    look: ReferenceType[JSHandle] | None = None


#: by page: the frames of its last look, by their paths then
_looks: WeakKeyDictionary[Page, Mapping[str, _Looked]] = WeakKeyDictionary()


def remember(page: Page, seen: Mapping[str, tuple[Frame, RawFrame]]) -> None:
    """Remember the frames of the page's last look."""
    _looks[page] = {path: _describe_look(frame, raw) for path, (frame, raw) in seen.items()}


def _describe_look(frame: Frame, raw: RawFrame) -> _Looked:
    left = calls.find_script(frame)
    return _Looked(ref(frame), raw.origin, None if left is None else ref(left))


def expect(page: Page, model: PageModel) -> None:
    """Register a page model that was read over another connection: only its main document can be recognised."""
    if page not in _looks:
        _looks[page] = {"": _Looked(ref(page.main_frame), origin_of(model.url))}


def origin_of(url: str) -> str:
    """Return the origin of the address, as `location.origin` tells it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else _OPAQUE


@dataclass(frozen=True, slots=True)
class Realm:
    """A document that was looked at; no other document answers what is asked through it."""

    frame: Frame
    look: JSHandle

    async def ask(self, script: str, task: Any = None, *, seconds: float = 10.0) -> Any:
        """Run a script of ours in the document, and return its result. Raises playwright's Error."""
        return await calls.in_time(self.look.evaluate(_wrap(script), task), seconds)

    async def act(self, name: str, task: Any, *, seconds: float = 10.0) -> Any:
        """Run that act (`scripts`) in the document, and return its result. Raises playwright's Error."""
        return await calls.in_time(self.look.evaluate(_ACT, [name, json.dumps(task)]), seconds)

    async def find(self, name: str, task: Any) -> ElementHandle | None:
        """Run that act, and return the element it returns, if any. Raises playwright's Error."""
        return (await calls.in_time(self.look.evaluate_handle(_ACT, [name, json.dumps(task)]))).as_element()

    async def recognise(self, fields: Sequence[AnyField]) -> bool:
        """Recognise new elements that ask any of the questions; return whether there were any."""
        places = [css for field in fields for css in (field.locator.css, *_options(field))]
        seen = await calls.in_time(self.look.evaluate(_LOOK_AGAIN, places))
        now = {place: css for place, css in zip(places, seen["now"], strict=True) if css is not None}
        controls = {control.css: control for control in decode(seen["told"]).controls}
        known = [each for field in fields for each in _list_recognised(field, now, controls)]
        if known:
            await calls.in_time(self.look.evaluate(_ACCEPT, known))
        return bool(known)


@cache
def _wrap(script: str) -> str:
    return f"(look, task) => ({script})(task)"


def _is_same(field: AnyField, control: RawControl) -> bool:
    """Whether it is the same question; the widget finds out which kind of control asks it."""
    dom_id = field.dom_id if isinstance(field, FieldModel) else control.id
    was = Identity.of("", field.label, field.name, dom_id)
    return was == Identity.of("", quote(control.label, control.said_of_it), control.name, control.id)


def _list_recognised(field: AnyField, now: Mapping[str, str], controls: Mapping[str, RawControl]) -> list[str]:
    """Return the CSS where the question is asked again, and of its options that say the same; none if it is not."""
    control = controls.get(now.get(field.locator.css, ""))
    if control is None or not _is_same(field, control):
        return []
    says = {option.css: option.label for option in control.options if option.css}
    options = _options(field)
    same = [css for css, label in options.items() if says.get(now.get(css, "")) == label]
    own = [] if field.locator.css in options and field.locator.css not in same else [field.locator.css]
    return own + same


def _options(field: AnyField) -> dict[str, str]:
    """Return the labels of the options that are controls of their own, by their CSS."""
    options = field.options if isinstance(field, FieldModel) else ()
    return {option.locator.css: option.label for option in options if option.locator}


def frame_at(page: Page, path: str) -> Frame | None:
    """Return the frame that was seen at `path`, or None if it is gone; the present frame if the page was not read."""
    looks = _looks.get(page)
    if looks is None:
        return frames.at(page, path)
    frame = looks[path].frame() if path in looks else None
    return None if frame is None or frame.is_detached() else frame


async def at(page: Page, path: str) -> Realm:
    """Return the document that was seen at `path`, or the next one of its own site in that frame.

    Raises FrameChanged if there is neither, playwright's Error if it does not answer.
    """
    looked = _looks.get(page, {}).get(path)
    frame = looked.frame() if looked else None
    if looked is None or frame is None or frame.is_detached():
        raise FrameChanged
    look = calls.find_script(frame)
    origin = None if look is None else await _read_origin(look)
    if look is None or origin is None:
        look = await calls.leave_script(frame)
        origin = await calls.in_time(look.evaluate(_NOTHING_ASKED))
    is_same_document = looked.look is not None and looked.look() is look
    if not is_same_document and (origin == _OPAQUE or origin != looked.origin):
        raise FrameChanged
    return Realm(frame, look)


async def _read_origin(look: JSHandle) -> str | None:
    """Return the origin of the document that the handle was left in; None if that is gone."""
    try:
        return str(await calls.in_time(look.evaluate(_ORIGIN)))
    except PlaywrightTimeoutError:
        raise
    except PlaywrightError:
        return None
