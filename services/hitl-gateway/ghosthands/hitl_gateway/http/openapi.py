"""The OpenAPI document of the door, made from its routes: served, and committed with the other schemas."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from ghosthands.hitl_gateway.http.bodies import DESCRIBED

_REFERENCE = "#/components/schemas/{model}"


def describe(app: FastAPI) -> dict[str, Any]:
    """The document, with the models that bodies are described by."""
    document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    _, described = models_json_schema(
        [(model, "validation") for _, model in sorted(DESCRIBED.items())], ref_template=_REFERENCE
    )
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    schemas |= described.get("$defs", {})
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    return document
