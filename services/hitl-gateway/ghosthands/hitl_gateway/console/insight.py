"""Insight: plots over the tables that `ghosthands insight` reads, each with its numbers and its JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from statistics import median

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ghosthands.domain.asked_models import NANO
from ghosthands.hitl_gateway.console.means import ConsoleMeans
from ghosthands.hitl_gateway.console.pages import word_dollars
from ghosthands.readmodel import Reader, queries
from ghosthands.readmodel.insights import FormSaving, PlatformOutcome, PlatformTier
from ghosthands.readmodel.rows import EngineStatsRow, RequestRow, SwitchRow

#: the number of latest requests to humans, and of engine switches, that are read
LATEST = 500


class PlotBar(msgspec.Struct, frozen=True, kw_only=True):
    """A bar: a number in the plot's unit, and its parts in words."""

    label: str
    value: float
    of: str = ""


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """A plot with the numbers, the query and the time range behind it."""

    name: str
    title: str
    #: `%`, `$`, `s` or `ms`
    unit: str
    #: the headline's number; empty where there is nothing yet
    number: str
    #: the number's meaning in words
    headline: str
    #: the event that has to happen before there is anything to show
    waits_for: str
    #: the kind of rows: jobs, requests, switches or fields
    rows: str
    #: the statement that gave the numbers, or what they were counted from
    query: str
    bars: list[PlotBar]
    first: datetime | None = None
    last: datetime | None = None

    @property
    def most(self) -> float:
        """The end of the axis."""
        return 100.0 if self.unit == "%" else max((bar.value for bar in self.bars), default=0.0)


class Insight:
    """The page of plots and its JSON."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means

    async def show(self, request: Request) -> Response:
        """Show the page of all plots."""
        plots = await read_plots(await self._means.tables.reader())
        return self._means.pages.show(request, "insight.html", plots=plots)

    async def show_json(self, request: Request) -> Response:
        """Return the numbers behind one plot, as JSON."""
        plots = await read_plots(await self._means.tables.reader())
        found = next((plot for plot in plots if plot.name == request.path_params["name"]), None)
        if found is None:
            return self._means.pages.refuse(request, 404, "No such plot", "The plots there are: /insight")
        return Response(msgspec.json.encode(found), media_type="application/json")


async def read_plots(reader: Reader) -> list[Plot]:
    """Return all plots of what the tables hold now."""
    outcomes, ranges = await reader.platform_outcomes(), await reader.ranges()
    plots = [
        plot_outcomes(outcomes),
        plot_engines(await reader.engine_stats()),
        plot_tiers(await reader.platform_tiers()),
        plot_costs(outcomes),
        plot_answers(await reader.requests(LATEST)),
        plot_switches(await reader.latest_switches(LATEST)),
        plot_savings(await reader.form_savings()),
    ]
    return [_set_range(plot, ranges) for plot in plots]


def _set_range(plot: Plot, ranges: Mapping[str, tuple[datetime, datetime]]) -> Plot:
    first, last = ranges.get(plot.rows, (None, None))
    return msgspec.structs.replace(plot, first=first, last=last) if plot.bars else plot


def plot_outcomes(found: Sequence[PlatformOutcome]) -> Plot:
    """Plot the share of applications that completed, by platform."""
    jobs, completed = sum(one.jobs for one in found), sum(one.completed for one in found)
    bars = [
        PlotBar(label=one.platform, value=_share(one.completed, one.jobs), of=f"{one.completed} of {one.jobs}")
        for one in found
    ]
    return Plot(
        name="outcomes",
        title="Completed, by platform",
        unit="%",
        number=f"{_share(completed, jobs):g} %" if jobs else "",
        headline=f"{completed} of {jobs} applications came to their end",
        waits_for="The first application that ends is counted here.",
        rows="jobs",
        query=queries.PLATFORM_OUTCOMES,
        bars=bars,
    )


def plot_engines(found: Sequence[EngineStatsRow]) -> Plot:
    """Plot the share of an engine's actions that succeeded, by platform."""
    bars = [
        PlotBar(
            label=f"{one.platform} · {one.engine}",
            value=_share(one.successes, one.successes + one.failures),
            of=f"{one.successes} of {one.successes + one.failures}",
        )
        for one in found
        if one.successes + one.failures
    ]
    well, actions = sum(one.successes for one in found), sum(one.successes + one.failures for one in found)
    return Plot(
        name="engines",
        title="Actions that went well, by platform and engine",
        unit="%",
        number=f"{_share(well, actions):g} %" if actions else "",
        headline=f"{well} of {actions} actions",
        waits_for="The first field that is filled is counted here.",
        rows="fields",
        query=queries.ENGINE_STATS,
        bars=bars,
    )


def plot_tiers(found: Sequence[PlatformTier]) -> Plot:
    """Plot the share of fields that each tier filled, over all platforms."""
    by_tier: dict[int, int] = {}
    for one in found:
        by_tier[one.tier] = by_tier.get(one.tier, 0) + one.verified
    fields = sum(by_tier.values())
    bars = [
        PlotBar(label=f"tier {tier}", value=_share(verified, fields), of=f"{verified} fields")
        for tier, verified in sorted(by_tier.items())
    ]
    return Plot(
        name="tiers",
        title="Fields, by tier",
        unit="%",
        number=str(fields) if fields else "",
        headline="fields read back and right",
        waits_for="The first field that is read back is counted here.",
        rows="fields",
        query=queries.PLATFORM_TIERS,
        bars=bars,
    )


def plot_costs(found: Sequence[PlatformOutcome]) -> Plot:
    """Plot the cost of models for an application, by platform; calls of unknown price are left out."""
    bars = [
        PlotBar(label=one.platform, value=round(one.nano_usd / NANO / one.jobs, 5), of=f"{one.calls} calls")
        for one in found
        if one.jobs
    ]
    total, jobs = sum(one.nano_usd for one in found) / NANO, sum(one.jobs for one in found)
    unpriced = sum(one.unpriced for one in found)
    beside = f", and {unpriced} calls at a price nobody knows" if unpriced else ""
    return Plot(
        name="costs",
        title="Cost of an application, by platform",
        unit="$",
        number=word_dollars(total / jobs) if jobs else "",
        headline=f"the mean of {jobs}; {word_dollars(total)} in all{beside}",
        waits_for="The first application that ends is counted here.",
        rows="jobs",
        query=queries.PLATFORM_OUTCOMES,
        bars=bars,
    )


def plot_answers(found: Sequence[RequestRow]) -> Plot:
    """Plot the median time humans took to answer, by the kind of question."""
    took = _group(
        ((one.code or one.kind or "").replace("_", " "), (one.resolved_at - one.requested_at).total_seconds())
        for one in found
        if one.status == "resolved" and one.requested_at and one.resolved_at
    )
    every = _flatten(took)
    bars = _bar_medians(took, 1, lambda waits: f"{len(waits)} answers")
    return Plot(
        name="answers",
        title="Time to an answer, median",
        unit="s",
        number=f"{median(every):.0f} s" if every else "",
        headline=f"the median of {len(every)} answers, of the latest {LATEST} requests",
        waits_for="The first question that somebody answers is counted here.",
        rows="requests",
        query=queries.INBOX_ALL,
        bars=bars,
    )


def plot_switches(found: Sequence[SwitchRow]) -> Plot:
    """Plot the median time of a switch between engines, by the two engines."""
    took = _group((f"{one.source} → {one.target}", float(one.took_ms)) for one in found if one.success)
    every = _flatten(took)
    failed = len(found) - len(every)
    bars = _bar_medians(took, 0, lambda each: f"{len(each)}, at most {max(each):.0f} ms")
    return Plot(
        name="switches",
        title="Time to switch engines, median",
        unit="ms",
        number=f"{median(every):.0f} ms" if every else "",
        headline=f"the median of {len(every)} switches; {failed} did not come about",
        waits_for="The first engine that takes another's place is counted here.",
        rows="switches",
        query=queries.LATEST_SWITCHES,
        bars=bars,
    )


def plot_savings(found: Sequence[FormSaving]) -> Plot:
    """Plot the time of a form's first run against later ones, for forms filled more than once."""
    again = [one for one in found if one.later_ms is not None][:8]
    bars = [
        bar
        for one in again
        for bar in (
            PlotBar(label=f"{one.site} · first", value=round(one.first_ms / 1000, 1), of=f"{one.first_calls} calls"),
            PlotBar(label=f"{one.site} · later", value=round((one.later_ms or 0) / 1000, 1), of=f"{one.runs - 1} runs"),
        )
    ]
    return Plot(
        name="savings",
        title="First run against later runs of a form",
        unit="s",
        number=f"{sum(one.saved_ms for one in found) / 1000:.0f} s" if again else "",
        headline=f"saved by the later runs of {len(again)} forms",
        waits_for="The first form that is filled a second time is counted here.",
        rows="jobs",
        query=queries.FORM_SAVINGS,
        bars=bars,
    )


def _group(pairs: Iterable[tuple[str, float]]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for name, number in pairs:
        found.setdefault(name, []).append(number)
    return found


def _flatten(groups: Mapping[str, Sequence[float]]) -> list[float]:
    return [number for numbers in groups.values() for number in numbers]


def _bar_medians(
    groups: Mapping[str, Sequence[float]], places: int, describe: Callable[[Sequence[float]], str]
) -> list[PlotBar]:
    """Return a bar for the median of each group, by name, rounded to `places`."""
    return [
        PlotBar(label=name, value=round(median(numbers), places or None), of=describe(numbers))
        for name, numbers in sorted(groups.items())
    ]


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
