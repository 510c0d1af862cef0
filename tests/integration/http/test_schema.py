"""The door keeps to its own OpenAPI document, whatever it is called with."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ghosthands.hitl_gateway.http.app import describe_door

if TYPE_CHECKING:
    from conftest import Street

DOCUMENT = describe_door()
OPERATIONS = [(method.upper(), path) for path, routes in DOCUMENT["paths"].items() for method in routes]
CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
async def test_what_is_answered_is_what_the_document_says(street: Street, method: str, path: str) -> None:
    await asyncio.to_thread(try_out, street, method, path)


def try_out(street: Street, method: str, path: str) -> None:
    operation = schemathesis.openapi.from_dict(DOCUMENT)[path][method]
    worker = f"http://127.0.0.1:{street.stack.worker_port}"
    base = worker if path.startswith("/worker/") else street.url

    @given(case=operation.as_strategy())
    @settings(
        max_examples=8,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def call(case: Any) -> None:
        response = case.call(base_url=base, headers=street.key)
        if response.status_code != 503:  # a browser-host that does not answer is documented
            case.validate_response(response, checks=[not_a_server_error, *CHECKS])
        else:
            case.validate_response(response, checks=CHECKS)

    call()
