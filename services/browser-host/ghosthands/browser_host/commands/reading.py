"""The reading of questions: an engine says what a page asks at fields; it changes nothing, and is not trusted yet."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from ghosthands import platforms
from ghosthands.browser_host.commands.engine_runs import hide_values, name_field, require_attached
from ghosthands.browser_host.commands.execution import Execution
from ghosthands.browser_host.engines.engine import Engine, EngineTrouble
from ghosthands.browser_host.operation import Stopped, milliseconds_since
from ghosthands.chassis import logging
from ghosthands.domain import cascade
from ghosthands.domain.page import FieldModel, PageModel
from ghosthands.domain.session import QuestionsRead, ReadQuestions

#: the most characters of a question's own words
_LONGEST = 1000
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"question": {"type": "string", "description": "the whole question, in the page's own words"}},
    "required": ["question"],
    "additionalProperties": False,
}

log = logging.get(__name__)


async def read_questions(execution: Execution[ReadQuestions]) -> None:
    """Let the engine read the questions, and store them as a page model that can be planned."""
    execution.require_free()
    engine, started = require_attached(execution), time.perf_counter()
    await hide_values(execution, engine)
    model = await execution.read_model(execution.command.model_ref)
    found = await _read_each(execution, engine, model)
    read = msgspec.structs.replace(model, fields=tuple(_word_anew(field, found) for field in model.fields))
    redacted = execution.redact(read, await execution.read_values())
    ref = await execution.host.vault.put_page(redacted)
    told = QuestionsRead(
        cause=execution.id,
        session_id=execution.session.id,
        engine=engine.name,
        model_ref=ref,
        fields=tuple(found),
        took_ms=milliseconds_since(started),
    )
    await execution.report([told])


async def _read_each(execution: Execution[ReadQuestions], engine: Engine, model: PageModel) -> dict[str, str]:
    """Return the questions by field, without those that the engine could not read in its time."""
    level = cascade.level_of(platforms.cascade_of(model.platform), engine.name)
    limits, found = execution.host.limits.within(level.seconds), dict[str, str]()
    for field_id in execution.command.fields:
        field = model.field(field_id)
        if not isinstance(field, FieldModel):
            continue
        try:
            said = await execution.run_within(engine.extract(_word_wish(field), _SCHEMA), limits)
        except EngineTrouble as trouble:
            log.info("question_not_read", engine=engine.name.value, code=trouble.code)
            continue
        except Stopped:
            await execution.session.slot.force_release()
            break
        if execution.session.slot.name is not engine.name:  # a human took control
            break
        if question := _clean(said):
            found[field_id] = question
    return found


def _word_wish(field: FieldModel) -> str:
    return f"the question that the form asks at the field labelled {name_field(field)}"


def _clean(said: Any) -> str:
    """Return the question as one line; empty if there is none."""
    question = said.get("question") if isinstance(said, dict) else None
    return " ".join(question.split())[:_LONGEST] if isinstance(question, str) else ""


def _word_anew(field: FieldModel, found: Mapping[str, str]) -> FieldModel:
    return msgspec.structs.replace(field, label=found.get(field.id, field.label))
