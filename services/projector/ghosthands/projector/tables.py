"""The tables as the fold fills them: the row's struct, the key, and how a newer row changes an older one.

The same rule applies twice: in memory, where a batch's rows for one key are combined into one, and in PostgreSQL,
where that one meets the row already there. The result is the same, however the log is cut into batches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Any, get_args, get_type_hints

import msgspec

from ghosthands.readmodel import rows
from ghosthands.readmodel.rows import Row


class Newer(StrEnum):
    """The effect of a newer row on an older one of the same key."""

    #: there is never an older row: the key is the event's own sequence
    IS_UNIQUE = "is_unique"
    #: the newer row replaces the older one
    REPLACES = "replaces"
    #: the newer row sets some columns; null leaves the older value
    COMPLETES = "completes"
    #: numbers that are not part of the key are added up, whichever comes first
    ADDS_UP = "adds_up"


_SQL_TYPES: Mapping[Any, str] = {
    str: "text",
    int: "bigint",
    bool: "boolean",
    datetime: "timestamptz",
    rows.Json: "jsonb",
}


@dataclass(frozen=True)
class Table:
    """A table of the read model."""

    name: str
    row: type[Row]
    key: tuple[str, ...]
    newer: Newer

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the table's columns, in order."""
        return self.row.__struct_fields__

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The SQL types of the table's columns, in order."""
        hints = get_type_hints(self.row)
        return tuple(_sql_type(hints[column]) for column in self.columns)

    @cached_property
    def key_of(self) -> Callable[[Row], Any]:
        """A function that returns a row's key: the value itself, or a tuple where there are several."""
        return attrgetter(*self.key)

    def combine(self, *written: Row) -> Row:
        """Combine rows of the same key, the oldest first, into one."""
        if len(written) == 1 or self.newer not in (Newer.COMPLETES, Newer.ADDS_UP):
            return written[-1]
        columns = zip(*map(_values, written), strict=True)
        if self.newer is Newer.COMPLETES:
            return self.row(**dict(zip(self.columns, map(_find_newest, columns), strict=True)))
        return self.row(
            *[sum(one) if adds_up else one[-1] for one, adds_up in zip(columns, self._adds_up, strict=True)]
        )

    @cached_property
    def _adds_up(self) -> tuple[bool, ...]:
        """Whether each column is added up."""
        kept = (*self.key, "sequence")
        return tuple(self.newer is Newer.ADDS_UP and column not in kept for column in self.columns)

    @cached_property
    def _documents(self) -> tuple[str, ...]:
        """The columns that hold JSON."""
        return tuple(column for column, kind in zip(self.columns, self.types, strict=True) if kind == "jsonb")

    def insert(self, source: str) -> str:
        """Return the statement that writes the rows of `source`, a `from` clause's content, by the table's rule."""
        names = ", ".join(self.columns)
        insert = f"insert into {self.name} ({names}) select {names} from {source}"  # noqa: S608 - our own names
        if self.newer is Newer.IS_UNIQUE:
            return insert
        changes = ", ".join(map(self._change, self.columns, self._adds_up))
        upsert = f"{insert} on conflict ({', '.join(self.key)}) do update set {changes}"
        return upsert if self.newer is Newer.ADDS_UP else f"{upsert} where excluded.sequence > {self.name}.sequence"

    def upsert(self, first: int) -> str:
        """Return `insert` with one array a column as its source; the arrays are its parameters from `first` on."""
        arrays = ", ".join(f"${at}::{kind}[]" for at, kind in enumerate(self.types, start=first))
        return self.insert(f"unnest({arrays}) as _ ({', '.join(self.columns)})")

    def _change(self, column: str, adds_up: bool) -> str:
        if adds_up:
            return f"{column} = {self.name}.{column} + excluded.{column}"
        if self.newer is Newer.ADDS_UP and column == "sequence":
            return f"{column} = greatest({self.name}.{column}, excluded.{column})"
        if self.newer is Newer.COMPLETES:
            return f"{column} = coalesce(excluded.{column}, {self.name}.{column})"
        return f"{column} = excluded.{column}"

    def document(self, written: Sequence[Row]) -> str:
        """Encode the rows as one JSON array of objects, for `json_populate_recordset`."""
        rows = _encode([self._embed_documents(row) for row in written] if self._documents else written)
        return _replace_nul(rows.decode())

    def _embed_documents(self, row: Row) -> Row:
        raw = {name: msgspec.Raw(text) for name in self._documents if (text := getattr(row, name))}
        return msgspec.structs.replace(row, **raw)


def by_column(table: Table, written: Sequence[Row]) -> list[Sequence[Any]]:
    """Turn the rows into columns, as `Table.upsert` takes them."""
    if not written:
        return [()] * len(table.columns)
    return list(zip(*map(_values, written), strict=True))


def _replace_nul(document: str) -> str:
    """Replace every NUL in the rows by a replacement character: PostgreSQL's texts hold none, the log may hold some."""
    if _NUL not in document:
        return document
    return _ESCAPE.sub(lambda found: _REPLACEMENT if found[0] == _NUL else found[0], document)


_encode = msgspec.json.Encoder().encode
_NUL, _REPLACEMENT = r"\u0000", r"\ufffd"
#: one escape of JSON; a NUL's looks like the end of an escaped backslash and some text
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)")
_values: Callable[[Row], tuple[Any, ...]] = msgspec.structs.astuple


def _find_newest(values: tuple[Any, ...]) -> Any:
    """Return the last value that is not None."""
    return next((value for value in reversed(values) if value is not None), None)


def _sql_type(hint: Any) -> str:
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    return _SQL_TYPES[kinds[0] if kinds else hint]


EVENTS = Table("events", rows.EventRow, ("sequence",), Newer.IS_UNIQUE)
JOBS = Table("jobs", rows.JobRow, ("job_id",), Newer.REPLACES)
TRANSITIONS = Table("job_transitions", rows.TransitionRow, ("sequence",), Newer.IS_UNIQUE)
STEPS = Table("job_steps", rows.StepRow, ("job_id", "action_id"), Newer.REPLACES)
SESSIONS = Table("sessions", rows.SessionRow, ("session_id",), Newer.COMPLETES)
INBOX = Table("hitl_inbox", rows.RequestRow, ("request_id",), Newer.COMPLETES)
CALLBACKS = Table("callbacks", rows.CallbackRow, ("callback_id",), Newer.REPLACES)
ENGINE_STATS = Table("engine_stats", rows.EngineStatsRow, ("platform", "engine"), Newer.ADDS_UP)
ENGINE_DAYS = Table("engine_days", rows.EngineDayRow, ("platform", "engine", "day"), Newer.ADDS_UP)
COSTS = Table(
    "model_costs",
    rows.CostRow,
    ("owner", "tier", "model", "purpose", "engine", "platform", "day"),
    Newer.ADDS_UP,
)
BUDGETS = Table("budgets", rows.BudgetRow, ("ledger", "job_id"), Newer.ADDS_UP)
BUDGET_LIMITS = Table("budget_limits", rows.BudgetLimitsRow, ("job_id",), Newer.REPLACES)
SWITCHES = Table("engine_switches", rows.SwitchRow, ("sequence",), Newer.IS_UNIQUE)
RECIPES = Table("recipes", rows.RecipeRow, ("site", "fingerprint"), Newer.REPLACES)
RECIPE_STEPS = Table("recipe_steps", rows.RecipeStepRow, ("site", "fingerprint", "field_id"), Newer.REPLACES)
MANUALS = Table("manuals", rows.ManualRow, ("manual_id",), Newer.REPLACES)
PARKED = Table("parked_events", rows.ParkedRow, ("sequence",), Newer.IS_UNIQUE)

_OF_ENGINES = (ENGINE_STATS, ENGINE_DAYS, COSTS, SWITCHES)
_OF_BUDGETS = (BUDGETS, BUDGET_LIMITS)
_OF_RECIPES = (RECIPES, RECIPE_STEPS, MANUALS)
TABLES = (
    EVENTS,
    JOBS,
    TRANSITIONS,
    STEPS,
    SESSIONS,
    INBOX,
    CALLBACKS,
    *_OF_ENGINES,
    *_OF_BUDGETS,
    *_OF_RECIPES,
    PARKED,
)
