"""Rendering: the templates, their common values, and the formats of numbers, times and addresses."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ghosthands.domain.asked_models import NANO
from ghosthands.hitl_gateway.console.access import ConsoleAccess, Visitor

HERE = Path(__file__).parent
STATIC = HERE / "static"

_INDENTATION = re.compile(r">\n\s*<")

#: characters of an id, enough to tell it from others on a page
SHORT = 8


class Pages:
    """The templates, rendered for a visitor."""

    def __init__(self, access: ConsoleAccess) -> None:
        self._access = access
        self._templates = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {
            "short": lambda text: str(text)[:SHORT],
            "words": word_code,
            "money": word_money,
            "seconds": word_seconds,
            "middle": shorten_middle,
            "moment": show_moment,
        }
        self._templates.globals |= {
            "static": address_of,
            "icon": draw_icon,
            "is_at": is_at,
            "word_dollars": word_dollars,
        }

    def show(self, request: Request, template: str, *, code: int = 200, **known: Any) -> HTMLResponse:
        """Render the page, or part of a page, for the request's visitor."""
        visitor: Visitor | None = request.state.visitor
        form_token = self._access.make_form_token(visitor) if visitor else ""
        text = self._templates.get_template(template).render(
            visitor=visitor, form_token=form_token, path=request.url.path, now=datetime.now(UTC), **known
        )
        return HTMLResponse(text, code)

    def draw(self, template: str, **known: Any) -> Markup:
        """Render a part of a page that is the same for every visitor; without indentation, which adds many bytes.

        It is for templates whose lines begin and end with blocks: nothing is left between their tags.
        """
        text = self._templates.get_template(template).render(now=datetime.now(UTC), **known)
        return Markup(_INDENTATION.sub("><", text))  # noqa: S704 - the template has escaped what is not ours

    def refuse(self, request: Request, code: int, title: str, what: str, mend: str = "") -> HTMLResponse:
        """Return the page that says what is wrong, why, and how to fix it; a part of a page gets only the words."""
        template = "part_error.html" if "hx-request" in request.headers else "error.html"
        return self.show(request, template, code=code, title=title, what=what, mend=mend)


@cache
def address_of(name: str) -> str:
    """Return the address of a static file; it changes with the content, so browsers can cache it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()
    return f"/static/{name}?{digest[:10]}"


def is_at(place: str, path: str) -> bool:
    """Whether the path belongs to that entry of the navigation bar; a job's question belongs to the inbox."""
    if path.endswith(("/answer", "/takeover")):
        return place == "/"
    return path == place or (place != "/" and path.startswith(place))


def word_code(code: object) -> str:
    """Return the code with spaces between its words."""
    return str(code or "").replace("_", " ")


def word_money(nano_usd: int | None) -> str:
    """Format billionths of a dollar as dollars and cents; below a cent with more digits."""
    return word_dollars((nano_usd or 0) / NANO)


def word_dollars(dollars: float) -> str:
    """Format dollars and cents; below a cent with more digits."""
    return f"${dollars:.2f}" if dollars >= 0.01 or not dollars else f"${dollars:.4f}"


def word_seconds(seconds: float) -> str:
    """Format the span of time in the unit that suits it."""
    whole = round(seconds)
    if seconds < 10:
        return f"{seconds:.1f} s"
    if whole < 120:
        return f"{whole} s"
    if whole < 7200:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def shorten_middle(text: str, most: int = 56) -> str:
    """Return the text with its middle left out where it is longer."""
    if len(text) <= most:
        return text
    head = (most - 1) // 2
    return f"{text[:head]}…{text[-(most - 1 - head) :]}"


def show_moment(at: datetime | None, how: str = "ago") -> Markup:
    """Return markup for a moment, which the page words for its reader: `ago`, `left`, `time` or `date`."""
    if at is None:
        return Markup("")
    iso = at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    exact = f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    return Markup('<time datetime="{}" data-how="{}">{}</time>').format(iso, how, exact)


def draw_icon(name: str) -> Markup:
    """Return the markup of one of our icons."""
    drawing = Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>')
    return drawing.format(address_of("icons.svg"), name)
