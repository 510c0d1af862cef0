"""Pictures of a job's pages, for anyone with a link to one: VALET shows them to the person it asks."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Path
from starlette.responses import Response

from ghosthands.domain.session import ScreenshotTaken
from ghosthands.hitl_gateway.http.answers import ErrorAnswer
from ghosthands.hitl_gateway.http.documented import MISSING, PUBLIC
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.http.refusals import not_found, unauthorized
from ghosthands.hitl_gateway.picture_links import PLACE, PictureRefused
from ghosthands.hitl_gateway.reading import MEDIA_TYPES, PagePicture, read_picture
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire import subjects

_HEADERS = {
    "cache-control": "private, max-age=300",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",  # VALET's own pages show it
}
_ANSWERS: Any = {
    200: {"content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in MEDIA_TYPES}},
    401: {"model": ErrorAnswer},
    **MISSING,
}


def router(means: Means) -> APIRouter:
    """Return the routes at `/artifacts`."""
    routes = APIRouter(prefix=PLACE, tags=["artifacts"], responses=PUBLIC)

    @routes.get("/{job_id}/{token}", response_class=Response, responses=_ANSWERS)
    async def show_picture(job_id: UUID, token: Annotated[str, Path(max_length=400)]) -> Response:
        """Return the picture of the link, its fields masked; the link itself is the authorization."""
        try:
            place = means.pictures.read(str(job_id), token) if means.pictures else None
        except PictureRefused as refused:
            raise unauthorized(str(refused)) from None
        picture = await _open(means, str(job_id), place) if place is not None else None
        if picture is None:
            raise not_found("there is no such picture any more")
        return Response(picture.data, media_type=picture.media_type, headers=_HEADERS)

    return routes


async def _open(means: Means, job_id: str, place: int) -> PagePicture | None:
    history = await means.events.load(subjects.job(job_id))
    requested, taken = job_of(history).request, dict(enumerate(history.events)).get(place)
    if requested is None or not isinstance(taken, ScreenshotTaken):
        return None
    return await read_picture(means.gateway.vault, requested, taken.ref)
