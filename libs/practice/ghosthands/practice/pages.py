"""Renders the site's templates."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

_HERE = Path(__file__).parent

STATIC = _HERE / "static"

_environment = Environment(
    loader=FileSystemLoader(_HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(template: str, *, status: int = 200, **context: object) -> HTMLResponse:
    """Render `template` with `context`; a name it uses and was not given is an error."""
    return HTMLResponse(_environment.get_template(template).render(context), status_code=status)
