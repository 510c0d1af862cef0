"""The error answers of the routes, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from ghosthands.hitl_gateway.http.answers import ConflictAnswer, ErrorAnswer, LimitAnswer, MisfitAnswer

Documented = dict[int | str, dict[str, Any]]

#: errors of every route
_ANY: Documented = {413: {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}}

#: errors of a route without a key
PUBLIC: Documented = _ANY
#: errors of a route with a key
GUARDED: Documented = {401: {"model": ErrorAnswer}, 429: {"model": LimitAnswer}, **_ANY}
#: errors of a route with a body
MISFIT: Documented = {400: {"model": ErrorAnswer}, 404: {"model": ErrorAnswer}, 422: {"model": MisfitAnswer}}
#: errors of a route that names a thing
MISSING: Documented = {404: {"model": ErrorAnswer}, 422: {"model": MisfitAnswer}}
#: errors of a route that a job's state may forbid
CONFLICT: Documented = {409: {"model": ConflictAnswer}}
