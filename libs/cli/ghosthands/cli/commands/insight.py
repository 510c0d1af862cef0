"""`ghosthands insight`: what filling a known form saves, and how applications do on each platform."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from ghosthands.cli import console
from ghosthands.cli.client import connect, use_running
from ghosthands.domain.wording import word_money
from ghosthands.readmodel.insights import FormSaving, PlatformOutcome, PlatformTier

#: characters of a form's fingerprint, enough to tell it from its site's others
_SHORT = 8


async def run(*, as_json: bool) -> None:
    """Show the tables, or all of it as one JSON document."""
    async with connect(await use_running()) as client:
        tables = await client.tables()
        forms, outcomes, tiers = (
            await tables.form_savings(),
            await tables.platform_outcomes(),
            await tables.platform_tiers(),
        )
    if as_json:
        console.emit({"forms": forms, "platforms": outcomes, "tiers": tiers})
    elif not outcomes:
        console.out.print("nothing yet: no application has ended")
    else:
        show(forms, outcomes, tiers)


def show(forms: Sequence[FormSaving], outcomes: Sequence[PlatformOutcome], tiers: Sequence[PlatformTier]) -> None:
    """Print both tables, and what all later runs saved together."""
    if forms:
        console.out.print(make_forms(forms), Text(word_savings(forms), style="dim"), "", sep="\n")
    console.out.print(make_platforms(outcomes, tiers))


def make_forms(forms: Iterable[FormSaving]) -> Table:
    """Return the table of forms: each with its first run → its later ones."""
    listed = Table(box=None, pad_edge=False, header_style="dim")
    listed.add_column("form", no_wrap=True)
    for name in ("sent", "calls", "cost", "time", "asked", "by recipe"):
        listed.add_column(name, no_wrap=True, justify="right")
    listed.add_column("site")  # what alone may be narrowed
    for one in forms:
        listed.add_row(
            one.fingerprint[:_SHORT],
            str(one.runs),
            _word_change(f"{one.first_calls}", one.later_calls, "{:.3g}"),
            f"{word_money(one.first_nano_usd)} → {_word_later_cost(one)}",
            _word_change(f"{one.first_ms / 1000:.1f}", one.later_ms and one.later_ms / 1000, "{:.1f} s"),
            _word_change(f"{one.first_questions}", one.later_questions, "{:.3g}"),
            "–" if one.replayed_share is None else f"{one.replayed_share:.0%}",
            Text(one.site, no_wrap=True, overflow="ellipsis"),
        )
    return listed


def make_platforms(outcomes: Iterable[PlatformOutcome], tiers: Sequence[PlatformTier]) -> Table:
    """Return the table of platforms: how applications ended, and which tiers filled their fields."""
    listed = Table(box=None, pad_edge=False, header_style="dim")
    listed.add_column("platform", no_wrap=True)
    for name in ("ended", "completed", "failed", "cancelled", "asked a human", "cost"):
        listed.add_column(name, no_wrap=True, justify="right")
    listed.add_column("fields by tier")
    for one in outcomes:
        unpriced = f" + {one.unpriced} calls" if one.unpriced else ""
        listed.add_row(
            Text(one.platform),
            str(one.jobs),
            f"{one.completed} ({one.completed / one.jobs:.0%})",
            str(one.failed),
            str(one.cancelled),
            f"{one.asked_a_human} ({one.asked_a_human / one.jobs:.0%})",
            word_money(one.nano_usd) + unpriced,
            word_tiers([tier for tier in tiers if tier.platform == one.platform]),
        )
    return listed


def word_tiers(tiers: Sequence[PlatformTier]) -> str:
    """Return the share of the verified fields that each tier filled, and of those it failed at."""
    verified = sum(tier.verified for tier in tiers)
    return ", ".join(
        f"{tier.tier} {tier.engine} {tier.verified / verified if verified else 0:.0%}"
        + (f" ({tier.failed} failed)" if tier.failed else "")
        for tier in tiers
    )


def word_savings(forms: Sequence[FormSaving]) -> str:
    """Return what the later runs of all forms saved against their first ones, in words."""
    later = sum(one.runs - 1 for one in forms)
    if not later:
        return "no form was filled twice yet: there is nothing to compare"
    calls, seconds = sum(one.saved_calls for one in forms), sum(one.saved_ms for one in forms) / 1000
    money = sum(one.saved_nano_usd for one in forms)
    cost = word_money(money) if money >= 0 else f"-{word_money(-money)}"
    unpriced = sum(one.unpriced for one in forms)
    beside = f"; {unpriced} calls at a price nobody knows are not in it" if unpriced else ""
    return (
        f"{later} later runs saved, against the first one of their form: {calls} calls, {cost}, {seconds:.1f} s{beside}"
    )


def _word_change(first: str, later: float | None, as_: str) -> str:
    """Return a first run's number → the later runs'."""
    return f"{first} → {'–' if later is None else as_.format(later)}"


def _word_later_cost(one: FormSaving) -> str:
    return "–" if one.later_nano_usd is None else word_money(round(one.later_nano_usd))
