"""Insight: a few plots over the tables that `ghosthands insight` reads, each with its numbers and its JSON."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ghosthands.domain.asked_models import NANO
from ghosthands.hitl_gateway.console.desk import ConsoleDesk
from ghosthands.readmodel import Reader
from ghosthands.readmodel.insights import FormSaving, PlatformOutcome, PlatformTier
from ghosthands.readmodel.rows import EngineStatsRow, RequestRow

#: the questions to humans that are looked at
LATEST = 500


class PlotBar(msgspec.Struct, frozen=True, kw_only=True):
    """One bar: a number in the plot's unit, and what it is made of."""

    label: str
    value: float
    of: str = ""


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """One plot, with all that is needed to trust it."""

    name: str
    title: str
    #: `%`, `$` or `s`
    unit: str
    #: in words: what all of it comes to
    headline: str
    #: where the numbers are from
    source: str
    bars: list[PlotBar]

    @property
    def most(self) -> float:
        """The end of the axis."""
        return 100.0 if self.unit == "%" else max((bar.value for bar in self.bars), default=0.0)


class Insight:
    """The page and its JSON."""

    def __init__(self, desk: ConsoleDesk) -> None:
        self._desk = desk

    async def show(self, request: Request) -> Response:
        """The whole page."""
        return self._desk.pages.show(request, "insight.html", plots=await read_plots(await self._desk.tables.reader()))

    async def show_json(self, request: Request) -> Response:
        """One plot's numbers."""
        plots = await read_plots(await self._desk.tables.reader())
        found = next((plot for plot in plots if plot.name == request.path_params["name"]), None)
        if found is None:
            return self._desk.pages.refuse(request, 404, "No such plot", "The plots there are: /insight")
        return Response(msgspec.json.encode(found), media_type="application/json")


async def read_plots(reader: Reader) -> list[Plot]:
    """All plots, of what the tables hold now."""
    outcomes = await reader.platform_outcomes()
    return [
        plot_outcomes(outcomes),
        plot_engines(await reader.engine_stats()),
        plot_tiers(await reader.platform_tiers()),
        plot_costs(outcomes),
        plot_answers(await reader.requests(LATEST)),
        plot_savings(await reader.form_savings()),
    ]


def plot_outcomes(found: Sequence[PlatformOutcome]) -> Plot:
    """The share of applications that came to their end, by platform."""
    jobs, completed = sum(one.jobs for one in found), sum(one.completed for one in found)
    bars = [
        PlotBar(label=one.platform, value=_share(one.completed, one.jobs), of=f"{one.completed} of {one.jobs}")
        for one in found
    ]
    return Plot(
        name="outcomes",
        title="Completed, by platform",
        unit="%",
        headline=f"{completed} of {jobs} applications" if jobs else "",
        source="gh.platform_outcomes",
        bars=bars,
    )


def plot_engines(found: Sequence[EngineStatsRow]) -> Plot:
    """The share of an engine's actions that went well, by platform."""
    bars = [
        PlotBar(
            label=f"{one.platform} · {one.engine}",
            value=_share(one.successes, one.successes + one.failures),
            of=f"{one.successes} of {one.successes + one.failures}",
        )
        for one in found
        if one.successes + one.failures
    ]
    actions = sum(one.successes + one.failures for one in found)
    headline = f"{actions} actions" if actions else ""
    return Plot(
        name="engines",
        title="Actions that went well, by platform and engine",
        unit="%",
        headline=headline,
        source="gh.engine_stats",
        bars=bars,
    )


def plot_tiers(found: Sequence[PlatformTier]) -> Plot:
    """Which tier filled the fields, over all platforms."""
    by_tier: dict[int, int] = {}
    for one in found:
        by_tier[one.tier] = by_tier.get(one.tier, 0) + one.verified
    fields = sum(by_tier.values())
    bars = [
        PlotBar(label=f"tier {tier}", value=_share(verified, fields), of=f"{verified} fields")
        for tier, verified in sorted(by_tier.items())
    ]
    headline = f"{fields} fields read back and right" if fields else ""
    return Plot(
        name="tiers", title="Fields, by tier", unit="%", headline=headline, source="gh.platform_tiers", bars=bars
    )


def plot_costs(found: Sequence[PlatformOutcome]) -> Plot:
    """What models cost an application, by platform; calls at a price nobody knows are not in it."""
    bars = [
        PlotBar(label=one.platform, value=round(one.nano_usd / NANO / one.jobs, 5), of=f"{one.calls} calls")
        for one in found
        if one.jobs
    ]
    total = sum(one.nano_usd for one in found) / NANO
    unpriced = sum(one.unpriced for one in found)
    beside = f", and {unpriced} calls at a price nobody knows" if unpriced else ""
    return Plot(
        name="costs",
        title="Cost of an application, by platform",
        unit="$",
        headline=f"${total:.2f} in all{beside}" if found else "",
        source="gh.platform_outcomes",
        bars=bars,
    )


def plot_answers(found: Sequence[RequestRow]) -> Plot:
    """How long humans took to answer: the median, by what was asked."""
    took: dict[str, list[float]] = {}
    for one in found:
        if one.status == "resolved" and one.requested_at and one.resolved_at:
            waited = (one.resolved_at - one.requested_at).total_seconds()
            took.setdefault((one.code or one.kind or "").replace("_", " "), []).append(waited)
    every = [seconds for waits in took.values() for seconds in waits]
    bars = [
        PlotBar(label=what, value=round(median(waits), 1), of=f"{len(waits)} answers")
        for what, waits in sorted(took.items())
    ]
    return Plot(
        name="answers",
        title="Time to an answer, median",
        unit="s",
        headline=f"{median(every):.0f} s over {len(every)} answers" if every else "",
        source=f"gh.hitl_inbox, the latest {LATEST}",
        bars=bars,
    )


def plot_savings(found: Sequence[FormSaving]) -> Plot:
    """How long a form took at first and later, for those that were filled more than once."""
    again = [one for one in found if one.later_ms is not None][:8]
    bars = [
        bar
        for one in again
        for bar in (
            PlotBar(label=f"{one.site} · first", value=round(one.first_ms / 1000, 1), of=f"{one.first_calls} calls"),
            PlotBar(label=f"{one.site} · later", value=round((one.later_ms or 0) / 1000, 1), of=f"{one.runs - 1} runs"),
        )
    ]
    saved = sum(one.saved_ms for one in found) / 1000
    return Plot(
        name="savings",
        title="First run against later runs of a form",
        unit="s",
        headline=f"{saved:.0f} s saved by later runs" if again else "",
        source="gh.form_savings",
        bars=bars,
    )


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
