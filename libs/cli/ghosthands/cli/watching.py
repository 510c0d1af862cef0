"""Following a job to its rest: progress as its events come, and the questions it has for a human."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ghosthands.cli import console
from ghosthands.cli.chronicle import describe
from ghosthands.cli.client import Client
from ghosthands.domain import job, plan, session
from ghosthands.domain.job import Phase
from ghosthands.domain.message import Event
from ghosthands.messaging import subjects
from ghosthands.messaging.recorded import Recorded
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

#: seconds between looks at the feed while nothing comes
LISTEN = 30.0

OnAsk = Callable[[job.HumanRequested], Awaitable[bool]]


class Watch:
    """One job's events, gathered as they come."""

    def __init__(self, job_id: str, on_event: Callable[[Recorded[Event]], None]) -> None:
        self.recorded: list[Recorded[Event]] = []
        self.job = job.Job(id=job_id)
        self._on_event = on_event

    def take(self, recorded: list[Recorded[Event]]) -> None:
        """These came next."""
        for one in recorded:
            self.recorded.append(one)
            self.job = job.evolve(self.job, one.event, one.sequence)
            self._on_event(one)

    @property
    def over(self) -> bool:
        """The job ended and its browser is closed."""
        return self.job.ended and self.job.session is None and self.job.abandoned is None


async def watch(
    client: Client, job_id: str, *, on_event: Callable[[Recorded[Event]], None], on_ask: OnAsk | None = None
) -> Watch:
    """Follow the job until it is over, or until it waits for a human whom `on_ask` could not help."""
    seen = Watch(job_id, on_event)
    asked: set[str] = set()
    async with client.events.follow(subjects.job(job_id)) as feed:
        while not seen.over:
            seen.take(await feed.next(LISTEN))
            ask = seen.job.ask
            if seen.job.phase is Phase.WAITING and ask and seen.job.answer is None and ask.request_id not in asked:
                asked.add(ask.request_id)
                if on_ask is None or not await on_ask(ask):
                    break
    return seen


class Display:
    """A line a job, with a bar of its fields; plain lines where there is no terminal."""

    def __init__(self) -> None:
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.completed:g}/{task.total:g} fields"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[now]}"),
            console=console.err,
        )

    def __enter__(self) -> Display:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def pause(self) -> None:
        """Let somebody type."""
        self._progress.stop()

    def resume(self) -> None:
        """Go on drawing."""
        self._progress.start()

    def line(self, label: str) -> Callable[[Recorded[Event]], None]:
        """A line for one job; what it returns hears the job's events."""
        task = self._progress.add_task(label, total=0, now="requested")
        verified: set[str] = set()
        planned: set[str] = set()

        def on_event(one: Recorded[Event]) -> None:
            match one.event:
                case plan.PlanProposed():
                    planned.update(action.field_id for action in one.event.actions)
                case session.ActionVerified():
                    verified.add(one.event.field_id)
                case _:
                    pass
            now = f"{one.name} [dim]{describe(one.event)}[/]"
            self._progress.update(task, completed=len(verified), total=len(planned), now=now)
            if isinstance(one.event, job.JobCompleted | job.JobFailed | job.JobCancelled | job.JobTimedOut):
                self._progress.stop_task(task)

        return on_event
