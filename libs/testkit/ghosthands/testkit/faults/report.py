"""The matrix's results as a table for people, with their sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ghosthands.testkit.faults.trial_result import TrialResult

_HEAD = ("who dies where", "job", "fired", "ended", "intent", "asked", "sent", "s", "")


def table(results: Sequence[TrialResult]) -> Iterator[str]:
    """Yield a line for each cell, and the sums below."""
    rows = [_HEAD, *map(_row, results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    yield sums(results)


def sums(results: Sequence[TrialResult]) -> str:
    """Return the number of cells, and the sums of their results, in words."""
    without = [result for result in results if not result.with_open_intent]
    return (
        f"{len(results)} cells, {sum(result.fired for result in results)} fired, "
        f"{sum(bool(result.violations) for result in results)} with violations; "
        f"{len(without)} without an open intent, {share_finished_alone(results):.1%} of them finished alone; "
        f"{sum(result.submissions for result in results)} applications sent, "
        f"at most {max((result.submissions for result in results), default=0)} a job; "
        f"{sum(result.seconds for result in results):.0f} s"
    )


def share_finished_alone(results: Sequence[TrialResult]) -> float:
    """Return the share of cells that needed no human, of those without an open intent when faults struck."""
    without = [result.finished_alone for result in results if not result.with_open_intent]
    return sum(without) / len(without) if without else 1.0


def _row(result: TrialResult) -> tuple[str, ...]:
    cell = result.cell
    return (
        " + ".join(map(str, cell.faults)),
        cell.job,
        "yes" if result.fired else "NO",
        str(result.seen.phase),
        "open" if result.with_open_intent else "",
        ", ".join(ask.kind for ask in result.asked),
        str(result.submissions),
        f"{result.seconds:.1f}",
        f"{len(result.violations)} WRONG" if result.violations else "",
    )
