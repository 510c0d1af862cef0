"""The tools' refusals of an unusable JSON schema, and of extracted data that does not fit it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ghosthands.contract.shape import find_fault, find_misfit
from ghosthands.domain.codes import ToolFailure
from ghosthands.messaging.work.micro import RequestRefused


def check(schema: Mapping[str, Any]) -> None:
    """Raise RequestRefused if that is no JSON schema, refers to another, or holds a regular expression."""
    if fault := find_fault(schema):
        raise RequestRefused(ToolFailure.INVALID_ARGUMENTS, f"`schema` cannot be used: {fault}")


def hold(data: Any, schema: Mapping[str, Any]) -> None:
    """Raise RequestRefused if `data` does not fit the schema; a page's words are not repeated."""
    try:
        misfit = find_misfit(data, schema)
    except ValueError as error:
        raise RequestRefused(ToolFailure.INVALID_ARGUMENTS, str(error)) from None
    if misfit:
        raise RequestRefused(ToolFailure.ENGINE_FAILED, f"what was extracted does not fit `schema`, at {misfit}")
