"""A folded batch: for each table at most one row a key, and the jobs as they are afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ghosthands.domain.recipe import SiteRecipes
from ghosthands.projector import tables
from ghosthands.projector.job_view import JobView
from ghosthands.projector.tables import Table
from ghosthands.readmodel.rows import EventRow, Row


class Combined:
    """The rows of one table, combined by key once all have come."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._key_of = table.key_of
        self._put: dict[object, list[Row]] = {}

    def put(self, row: Row) -> None:
        """Add a row, newer than all before."""
        self._put.setdefault(self._key_of(row), []).append(row)

    def rows(self) -> list[Row]:
        """Return the rows, combined to one a key."""
        return [self.table.combine(*rows) for rows in self._put.values()]


@dataclass
class Folded:
    """The rows of one batch."""

    #: the sequence of the batch's last event
    sequence: int = 0
    events: list[EventRow] = field(default_factory=list)
    jobs: Combined = field(default_factory=lambda: Combined(tables.JOBS))
    transitions: Combined = field(default_factory=lambda: Combined(tables.TRANSITIONS))
    steps: Combined = field(default_factory=lambda: Combined(tables.STEPS))
    sessions: Combined = field(default_factory=lambda: Combined(tables.SESSIONS))
    inbox: Combined = field(default_factory=lambda: Combined(tables.INBOX))
    callbacks: Combined = field(default_factory=lambda: Combined(tables.CALLBACKS))
    engine_stats: Combined = field(default_factory=lambda: Combined(tables.ENGINE_STATS))
    engine_days: Combined = field(default_factory=lambda: Combined(tables.ENGINE_DAYS))
    costs: Combined = field(default_factory=lambda: Combined(tables.COSTS))
    budgets: Combined = field(default_factory=lambda: Combined(tables.BUDGETS))
    budget_limits: Combined = field(default_factory=lambda: Combined(tables.BUDGET_LIMITS))
    switches: Combined = field(default_factory=lambda: Combined(tables.SWITCHES))
    recipes: Combined = field(default_factory=lambda: Combined(tables.RECIPES))
    recipe_steps: Combined = field(default_factory=lambda: Combined(tables.RECIPE_STEPS))
    manuals: Combined = field(default_factory=lambda: Combined(tables.MANUALS))
    #: the sites the batch touched, by name
    sites: dict[str, SiteRecipes] = field(default_factory=dict)
    #: the jobs the batch touched, by id
    views: dict[str, JobView] = field(default_factory=dict)

    def rows(self) -> Mapping[Table, Sequence[Row]]:
        """Return every table's rows, at most one a key."""
        combined = (
            self.jobs,
            self.transitions,
            self.steps,
            self.sessions,
            self.inbox,
            self.callbacks,
            self.engine_stats,
            self.engine_days,
            self.costs,
            self.budgets,
            self.budget_limits,
            self.switches,
            self.recipes,
            self.recipe_steps,
            self.manuals,
        )
        return {tables.EVENTS: self.events, **{each.table: each.rows() for each in combined}}
