"""The matrix as a table for people, and its sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ghosthands.testkit.faults.outcome import Outcome

_HEAD = ("who dies where", "job", "fired", "ended", "intent", "asked", "sent", "s", "")


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """A line a cell, and the sums below."""
    rows = [_HEAD, *map(_row, outcomes)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    yield sums(outcomes)


def sums(outcomes: Sequence[Outcome]) -> str:
    """How many cells, and what became of them."""
    without = [outcome for outcome in outcomes if not outcome.with_open_intent]
    return (
        f"{len(outcomes)} cells, {sum(outcome.fired for outcome in outcomes)} fired, "
        f"{sum(bool(outcome.violations) for outcome in outcomes)} with violations; "
        f"{len(without)} without an open intent, {share_finished_alone(outcomes):.1%} of them finished alone; "
        f"{sum(outcome.submissions for outcome in outcomes)} applications sent, "
        f"at most {max((outcome.submissions for outcome in outcomes), default=0)} a job; "
        f"{sum(outcome.seconds for outcome in outcomes):.0f} s"
    )


def share_finished_alone(outcomes: Sequence[Outcome]) -> float:
    """Of the cells whose faults struck while no intent was open, the share that needed no human."""
    without = [outcome.finished_alone for outcome in outcomes if not outcome.with_open_intent]
    return sum(without) / len(without) if without else 1.0


def _row(outcome: Outcome) -> tuple[str, ...]:
    cell = outcome.cell
    return (
        " + ".join(map(str, cell.faults)),
        cell.job,
        "yes" if outcome.fired else "NO",
        str(outcome.seen.phase),
        "open" if outcome.with_open_intent else "",
        ", ".join(ask.kind for ask in outcome.asked),
        str(outcome.submissions),
        f"{outcome.seconds:.1f}",
        f"{len(outcome.violations)} WRONG" if outcome.violations else "",
    )
