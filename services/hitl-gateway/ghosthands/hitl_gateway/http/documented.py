"""What else than success a route may answer, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from ghosthands.hitl_gateway.http.answers import ConflictAnswer, ErrorAnswer, LimitAnswer, MisfitAnswer

Documented = dict[int | str, dict[str, Any]]

#: of every route
_ANY: Documented = {413: {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}}

#: of one that asks for no key
PUBLIC: Documented = _ANY
#: of one that asks for a key
GUARDED: Documented = {401: {"model": ErrorAnswer}, 429: {"model": LimitAnswer}, **_ANY}
#: of one that takes a body
MISFIT: Documented = {400: {"model": ErrorAnswer}, 404: {"model": ErrorAnswer}, 422: {"model": MisfitAnswer}}
#: of one that names a thing
MISSING: Documented = {404: {"model": ErrorAnswer}, 422: {"model": MisfitAnswer}}
#: of one that a job's state may forbid
CONFLICT: Documented = {409: {"model": ConflictAnswer}}
