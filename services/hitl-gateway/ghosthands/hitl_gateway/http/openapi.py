"""The OpenAPI document of the HTTP API, made from its routes: served, and committed with the other schemas."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from ghosthands.hitl_gateway.http.bodies import DESCRIBED

_REFERENCE = "#/components/schemas/{model}"


#: the server of the worker routes, at a port of its own
WORKER_SERVERS = [{"url": "http://127.0.0.1:3101", "description": "GHOSTHANDS_WORKER_PORT, which VALET has fixed"}]


def describe(app: FastAPI, worker: FastAPI | None = None) -> dict[str, Any]:
    """Return the document, with the models of bodies, and the routes of the worker's port."""
    routes = [*app.routes, *(worker.routes if worker else ())]
    document = get_openapi(title=app.title, version=app.version, description=app.description, routes=routes)
    for path, described in document["paths"].items():
        if path.startswith("/worker/"):
            for operation in described.values():
                operation["servers"] = WORKER_SERVERS
    _, described = models_json_schema(
        [(model, "validation") for _, model in sorted(DESCRIBED.items())], ref_template=_REFERENCE
    )
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    schemas |= described.get("$defs", {})
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    return document
