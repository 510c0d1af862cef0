"""`ghosthands bench`: measures beside the peers, on the bench's own servers; without a name it lists the benches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich import progress
from rich.table import Column, Table
from rich.text import Text

from ghosthands.bench.benches import BENCHES, Bench, Measure
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Progress, Result
from ghosthands.cli import console
from ghosthands.cli.exits import Exit, Stop


async def run(name: str | None, *, runs: int | None, jobs: int | None, as_json: bool) -> None:
    """Measure and show, or list. Raises Stop(USAGE) for a bad choice, Stop(NO) when it fails."""
    if name is None:
        _list(as_json=as_json)
        return
    bench = _find(name)
    results = await _measure(bench, _choose_size(bench, jobs), _require_runs(bench, runs))
    if as_json:
        console.emit({"bench": bench.name, "results": results})
    else:
        _show(results)


def _find(name: str) -> Bench:
    try:
        return BENCHES[name]
    except KeyError:
        raise Stop(Exit.USAGE, f"there is no bench {name}: there are {', '.join(BENCHES)}") from None


def _require_runs(bench: Bench, runs: int | None) -> int:
    if runs is not None and runs < bench.runs:
        raise Stop(Exit.USAGE, f"{bench.name} takes at least {bench.runs} runs: fewer tell nothing")
    return runs or bench.runs


def _choose_size(bench: Bench, jobs: int | None) -> Measure:
    if jobs is None:
        return bench.measure
    if bench.measure_with is None:
        raise Stop(Exit.USAGE, f"{bench.name} has no number of jobs to choose: leave --jobs out")
    return bench.measure_with(jobs)


async def _measure(bench: Bench, measure: Measure, runs: int) -> list[Result]:
    console.err.print(f"[dim]{bench.about}; starting servers …[/]")
    try:
        with _make_bar() as tell:
            return await measure(runs, tell)
    except BenchFailed as failure:
        raise Stop(Exit.NO, f"{bench.name}: {failure}") from failure


@contextmanager
def _make_bar() -> Iterator[Progress]:
    """Print a line for each thing that is measured, and on a terminal a progress bar below."""
    columns = (progress.BarColumn(), progress.MofNCompleteColumn(), progress.TimeElapsedColumn())
    bar = progress.Progress(*columns, console=console.err, transient=True, disable=not console.err.is_terminal)
    told = ""

    def tell(what: str, done: int, of: int) -> None:
        nonlocal told
        if what != told:
            told = what
            console.err.print(Text(what, style="dim"))
        bar.update(task, completed=done, total=of)

    with bar:
        task = bar.add_task("", total=None)
        yield tell


def _list(*, as_json: bool) -> None:
    if as_json:
        console.emit([{"name": bench.name, "about": bench.about, "runs": bench.runs} for bench in BENCHES.values()])
        return
    table = Table("bench", "runs", "what it measures", box=None, pad_edge=False, header_style="dim")
    for bench in BENCHES.values():
        table.add_row(bench.name, str(bench.runs), bench.about)
    console.out.print(table)


def _show(results: Sequence[Result]) -> None:
    """Print medians with their spread, the conditions of each, and the target of each ratio."""
    for each in results:
        rows = Table.grid("what", Column(no_wrap=True), "remark", padding=(0, 2, 0, 0))
        rows.add_row("  ours", _word_spread(each.ours, each.ours_range, each.unit))
        reference = _word_spread(each.reference, each.reference_range, each.unit)
        rows.add_row("  reference", reference, Text(f"beside {each.beside}", style="dim"))
        rows.add_row("  ratio", _word_spread(each.ratio, each.ratio_range), _word_target(each))
        console.out.print(Text(each.name, style="bold"), rows, sep="\n")
    console.out.print(f"[dim]medians of {results[0].runs} runs (smallest – largest); only ratios compare machines[/]")


def _word_target(result: Result) -> Text:
    better = f"{result.better} is better"
    if result.target is None:
        return Text(better, style="dim")
    mark = Text("✔", style="green") if result.on_target else Text("✘", style="red")
    return Text.assemble(
        mark, f" {'≥' if result.better == 'higher' else '≤'} {result.target:g}", (f", {better}", "dim")
    )


def _word_spread(value: float, ends: tuple[float, float], unit: str = "") -> Text:
    between = f" ({_word_number(ends[0])} – {_word_number(ends[1])})"
    return Text.assemble(_word_number(value), (between, "dim"), f" {unit}")


def _word_number(value: float) -> str:
    """Return the value as text, with the digits that matter."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
