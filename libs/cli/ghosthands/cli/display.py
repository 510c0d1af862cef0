"""Progress while jobs run: on a terminal a bar of fields for each job, else a line for each news."""

from __future__ import annotations

from typing import Protocol, Self

from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn
from rich.table import Column

from ghosthands.cli import console
from ghosthands.cli.progress import word_progress
from ghosthands.cli.watching import OnEvent
from ghosthands.domain import job, plan, recipe, session
from ghosthands.domain.message import Event
from ghosthands.messaging.wire.recorded import Recorded

#: columns of a job's label
LABEL = 22


class Display(Protocol):
    """Shows jobs while the block lasts."""

    def __enter__(self) -> Self:
        """Begin to show jobs."""

    def __exit__(self, *_: object) -> None:
        """Stop showing jobs."""

    def job(self, label: str) -> OnEvent:
        """Add a job to show, and return the function that takes its events."""

    def pause(self) -> None:
        """Draw nothing for now, so that somebody can type."""

    def resume(self) -> None:
        """Draw again after a pause."""


def choose_display() -> Display:
    """Return the display that suits standard error."""
    return Bars() if console.err.is_terminal and not console.err.is_dumb_terminal else Lines()


class Bars:
    """Redraws a few lines at the foot of a terminal."""

    def __init__(self) -> None:
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", style="bold", table_column=_cut(max_width=LABEL)),
            BarColumn(bar_width=12),
            TextColumn("{task.completed:g}/{task.total:g}"),
            TextColumn("{task.elapsed:.0f} s"),
            TextColumn("{task.fields[now]}", markup=False, table_column=_cut(ratio=1)),
            console=console.err,
            expand=True,
        )

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def job(self, label: str) -> OnEvent:
        """Add a job as a line that is redrawn."""
        return _Bar(self._progress, self._progress.add_task(label, total=0, now="requested"))

    def pause(self) -> None:
        """Stop drawing, so that somebody can type."""
        self._progress.stop()

    def resume(self) -> None:
        """Draw the lines again after a pause."""
        self._progress.start()


def _cut(*, max_width: int | None = None, ratio: int | None = None) -> Column:
    return Column(no_wrap=True, overflow="ellipsis", max_width=max_width, ratio=ratio)


class _Bar:
    """A job's line: how many of the planned fields are right, and the last news."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task
        self._planned: set[str] = set()
        self._verified: set[str] = set()
        self._now = ""

    def __call__(self, one: Recorded[Event]) -> None:
        match one.event:
            case plan.PlanProposed() | recipe.RecipeFound():
                self._planned.update(action.field_id for action in one.event.actions)
            case session.ActionVerified():
                self._verified.add(one.event.field_id)
            case _:
                pass
        self._now = word_progress(one) or self._now
        self._progress.update(self._task, completed=len(self._verified), total=len(self._planned), now=self._now)
        if isinstance(one.event, job.ENDED_BY):
            self._progress.stop_task(self._task)


class Lines:
    """Appends lines, for logs and pipes."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def job(self, label: str) -> OnEvent:
        """Add a job whose events are appended as lines."""
        return _Line(label)

    def pause(self) -> None:
        """Do nothing: appended lines disturb no typing."""

    def resume(self) -> None:
        """Do nothing: nothing was paused."""


class _Line:
    def __init__(self, label: str) -> None:
        self._label = label
        self._first: Recorded[Event] | None = None

    def __call__(self, one: Recorded[Event]) -> None:
        self._first = self._first or one
        if news := word_progress(one):
            seconds = (one.at - self._first.at).total_seconds()
            console.tell(f"{seconds:7.2f} s  {self._label}: {news}")
