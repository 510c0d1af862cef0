"""Data extraction: read what was asked for from the page, check it against its schema, and keep it in the vault.

Our own hand reads what the page says plainly; an engine is asked for the rest. Where a page merely echoes the
applicant's own values, their keys stand in the data. The log tells only that the data is there.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from ghosthands.browser_host.commands.engine_runs import require_attached
from ghosthands.browser_host.commands.execution import Execution
from ghosthands.browser_host.engines.engine import EngineTrouble
from ghosthands.browser_host.operation import milliseconds_since
from ghosthands.browser_host.page import facts, scripts
from ghosthands.chassis import logging
from ghosthands.contract.shape import find_misfit
from ghosthands.domain.data import DataExtracted, DataMissed
from ghosthands.domain.engine import CASCADED, MODELLED
from ghosthands.domain.job import READERS
from ghosthands.domain.session import ExtractData
from ghosthands.vault.redact import Redactor

#: the most bytes that are read: more does not fit the message that tells it
MAX_BYTES = 500_000
#: a number of this many digits may be somebody's: shorter ones are prices and counts
_LONG_NUMBER = 7
#: the task where the request has none
_TELL = "Read from the page what the schema asks for; leave out what the page does not say."

log = logging.get(__name__)


async def extract_data(execution: Execution[ExtractData]) -> None:
    """Read what the request asks for; report that it is in the vault, or what the page does not say."""
    execution.require_free()
    started = time.perf_counter()
    request = await execution.host.vault.get_request(execution.person, execution.command.job_id)
    schema = request.get("output_schema") or {}
    by_engine = execution.command.engine in CASCADED
    data, lacking = await (_ask_engine(execution, schema) if by_engine else _read_plainly(execution, schema))
    about: dict[str, Any] = {
        "cause": execution.id,
        "session_id": execution.session.id,
        "engine": execution.command.engine,
        "took_ms": milliseconds_since(started),
    }
    data = redact_data(data, Redactor.for_pages(await execution.read_values()))
    if lacking or _is_unfit(data, schema):
        await execution.report([DataMissed(**about, missing=lacking)])
        return
    await execution.host.vault.put_extract(execution.person, execution.command.job_id, data)
    await execution.report([DataExtracted(**about)])


async def _read_plainly(
    execution: Execution[ExtractData], schema: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return what the page says under the schema's own names, and what is missing.

    Missing is what the schema requires, and also what an engine might still find.
    """
    read = await execution.run(execution.browser.live_page.evaluate(scripts.bare("facts")))
    found = facts.answer(schema, facts.PageFacts.of(read))
    lacking = facts.missing(schema, found)
    if MODELLED.intersection(READERS).isdisjoint(execution.host.engines.available):
        must = schema.get("required", ())
        lacking = tuple(name for name in lacking if name in must)
    return found, lacking if found else facts.missing(schema, {})


async def _ask_engine(execution: Execution[ExtractData], schema: Mapping[str, Any]) -> tuple[Any, tuple[str, ...]]:
    """Return what the engine reads, and what is missing; the applicant's values are hidden from its model."""
    engine = require_attached(execution)
    engine.keep_from_models(await execution.read_values())
    task = await execution.host.vault.get_task(execution.person, execution.command.job_id, otherwise=_TELL)
    try:
        return await execution.run(engine.extract(task, schema)), ()
    except EngineTrouble as trouble:
        log.info("data_not_read", engine=engine.name.value, code=trouble.code)
        return None, tuple(facts.missing(schema, {}))


def redact_data(data: Any, redactor: Redactor) -> Any:
    """Return the data with keys in place of values; of numbers only long ones can be somebody's."""
    match data:
        case str():
            return redactor.redact(data)
        case dict():
            return {redactor.redact(name): redact_data(value, redactor) for name, value in data.items()}
        case list():
            return [redact_data(value, redactor) for value in data]
        case int() | float() if len(str(data)) >= _LONG_NUMBER and redactor.finds(str(data)):
            return redactor.redact(str(data))
        case _:
            return data


def _is_unfit(data: Any, schema: Mapping[str, Any]) -> bool:
    """Whether the data does not fit the schema, or is too large."""
    try:
        return find_misfit(data, schema) is not None or len(msgspec.json.encode(data)) > MAX_BYTES
    except ValueError:
        return True
