"""The site as one ASGI application: front page, every family, the walls before them, and the control interface."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ghosthands.practice import control, pages, walls
from ghosthands.practice.desk import Desk
from ghosthands.practice.families import FAMILIES
from ghosthands.practice.ledger import Ledger
from ghosthands.practice.modes import Modes
from ghosthands.practice.postings import CATALOGUE, Posting


def build(desk: Desk) -> Starlette:
    """Return the site, with its state at `desk`."""

    async def index(request: Request) -> Response:
        return pages.render(
            "index.html",
            families=FAMILIES,
            rows=[
                {"posting": posting, "count": len(desk.ledger.of(posting.key))}
                for posting in _list_postings(desk.ledger)
            ],
            total=len(desk.ledger.submissions),
            refused=len(desk.ledger.attempts),
        )

    families: list[BaseRoute] = [route for family in FAMILIES for route in family.routes(desk)]
    return Starlette(
        routes=[
            Route("/", index),
            *families,
            *walls.make_routes(),
            *control.make_routes(desk),
            Mount("/static", StaticFiles(directory=pages.STATIC)),
        ],
        middleware=[Middleware(Modes)],
    )


def _list_postings(ledger: Ledger) -> list[Posting]:
    """Return the catalogue, and any other postings that got an application."""
    applied = {each.posting: each for each in ledger.submissions}
    catalogued = {posting.key for posting in CATALOGUE}
    return [*CATALOGUE, *(_find_posting(key) for key in applied if key not in catalogued)]


def _find_posting(key: str) -> Posting:
    family, slug, _, number = key.split("/")
    return Posting(family, slug, int(number))
