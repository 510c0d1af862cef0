"""The body of a call: one JSON object, read by our own rules, and described in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import BaseModel

from ghosthands.contract.body import json_object
from ghosthands.contract.request import MAX_DEPTH, is_deeper
from ghosthands.hitl_gateway.http.refusals import ErrorWord, Refused

#: every model that describes a body
DESCRIBED: dict[str, type[BaseModel]] = {}


async def read_object(request: Request) -> Mapping[str, Any]:
    """Return the JSON object that was sent. Raises Permanent for anything else, Refused for one nested too deeply."""
    body = json_object(await request.body())
    if is_deeper(body, MAX_DEPTH):
        raise Refused(400, ErrorWord.BAD_REQUEST, f"a body may be nested {MAX_DEPTH} levels deep")
    return body


#: a route's parameter: the object that was sent
ObjectBody = Annotated[dict[str, Any], Depends(read_object)]


def described_by(model: type[BaseModel]) -> dict[str, Any]:
    """Describe a route's body for the OpenAPI document."""
    DESCRIBED[model.__name__] = model
    reference = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": reference}}}}
