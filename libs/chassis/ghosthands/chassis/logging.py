"""Logs: an event is a fixed snake_case fact, its data are keys: ``log.info("action_verified", took_ms=12)``.

JSON for machines, colours in a terminal. `bound` binds what belongs to one message (job_id, event_id, correlation_id)
for its handling. Exceptions are logged as class and place, never with locals or values; a last processor cuts e-mail
addresses and long texts, as a safety net: the rule is that nothing logs a person's data.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.location import describe_error

#: Longer texts are cut: no fact needs more, and page text would.
MAX_TEXT = 500

_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
#: Logged from warning on: at info our own events say the same, and at debug some log bodies and addresses.
_QUIET = (
    *("asyncio", "nats", "openai", "stagehand", "uvicorn.access", "uvicorn.error", "websockets"),
    *("httpx", "httpx2", "httpcore", "httpcore2"),
)

get = structlog.get_logger


def leave_to_stdlib() -> None:
    """Send our libraries' logs to the standard library's logging, for a program that is no service."""
    structlog.configure(
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def configure(service: str, *, format: str = "auto", level: str = "info", stream: TextIO | None = None) -> None:
    """Set up logging for the process; route other libraries' loggers through the same processors."""
    out = stream or sys.stderr
    console = format == "console" or (format == "auto" and out.isatty())
    chain = _chain(service)
    structlog.configure(
        processors=[*chain, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,  # a test may configure again
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=chain,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(console)],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


@contextmanager
def bound(**context: object) -> Iterator[None]:
    """Add `context` to every log line of this task within the block; leave out empty values."""
    with structlog.contextvars.bound_contextvars(**{key: value for key, value in context.items() if value}):
        yield


def _chain(service: str) -> list[Processor]:
    def named(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event.setdefault("service", service)
        return event

    return [
        structlog.contextvars.merge_contextvars,
        named,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
        _describe_exception,
        _mask_event,
    ]


def _rendering(console: bool) -> list[Processor]:
    if console:
        return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    return [structlog.processors.JSONRenderer()]


def _describe_exception(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace `exc_info` by the error's class and place.

    Its text may quote the value that failed, so it is left out; only our own errors' texts hold no value, by rule.
    """
    info: Any = event.pop("exc_info", None)
    if info is True:
        info = sys.exc_info()
    error = info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        event.update(describe_error(error))
        if isinstance(error, GhostHandsError):
            event.setdefault("reason", str(error))
        if error.__cause__ is not None:
            event["caused_by"] = type(error.__cause__).__name__
    return event


def _mask_event(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    return {key: _mask(value) for key, value in event.items()}


def _mask(value: Any) -> Any:
    match value:
        case str():
            text = value if len(value) <= MAX_TEXT else f"{value[:MAX_TEXT]}… ({len(value)} characters)"
            return _EMAIL.sub("***@***", text)
        case bytes():
            return f"({len(value)} bytes)"
        case dict():
            return {key: _mask(inner) for key, inner in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_mask(inner) for inner in value]
        case _:
            return value


def route_uncaught() -> None:
    """Log uncaught exceptions as one line instead of printing a trace."""

    def told(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        structlog.get_logger().critical("process_died", exc_info=(kind, error, trace))

    sys.excepthook = told
