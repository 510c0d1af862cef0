"""`ghosthands models`: the installation's models, their purposes and prices; `--check` asks each for one word."""

from __future__ import annotations

from decimal import Decimal

import msgspec
from rich.table import Table

from ghosthands.chassis import logging, settings
from ghosthands.cli import console
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.asked_models import Preset, Purpose
from ghosthands.domain.engine import READING_TIER, TIERS
from ghosthands.domain.listed_models import ListedModel
from ghosthands.models import (
    Account,
    Budgets,
    ModelCall,
    ModelGateway,
    ModelSettings,
    ModelTrouble,
    NotConfigured,
    Target,
    Unlimited,
    Wish,
)
from ghosthands.models.listing import list_models


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """The result of asking a model for one word."""

    model: str
    #: the reason why it did not answer; empty where it did
    code: str
    took_ms: int
    cost_usd: Decimal | None


async def run(*, check: bool, as_json: bool) -> None:
    """List the models, or ask each. Raises Stop(USAGE) for bad settings, Stop(NO) where a model fails."""
    logging.leave_to_stdlib()  # standard output is the list's
    try:
        gateway = ModelGateway(settings.load(ModelSettings))
    except settings.SettingsInvalid as error:
        raise Stop(Exit.USAGE, "\n".join(error.lines)) from None
    try:
        await (_check(gateway, as_json=as_json) if check else _list(gateway, as_json=as_json))
    finally:
        await gateway.close()


async def _list(gateway: ModelGateway, *, as_json: bool) -> None:
    listed = list_models(gateway)
    if as_json:
        console.emit(
            {
                "file": gateway.installation.origin,
                "models": listed,
                "presets": list_presets(gateway),
                "budgets": gateway.installation.budgets.model_dump(mode="json"),
            }
        )
        return
    console.out.print(f"as {gateway.installation.origin} has them", highlight=False)
    console.out.print(_make_table(listed))
    console.show_facts({"budgets": word_budgets(gateway.installation.budgets)})
    if gateway.is_configured:
        console.out.print(_make_presets(list_presets(gateway)))
    else:
        console.out.print(str(NotConfigured()), highlight=False)


def word_budgets(budgets: Budgets) -> str:
    """Return the budgets in dollars, by preset, by platform and for an applicant's month."""
    every = (*budgets.presets.items(), *budgets.platforms.items(), ("an applicant and month", budgets.month))
    return ", ".join(f"{name} {'no end' if each.usd is None else f'${each.usd:.2f}'}" for name, each in every)


def list_presets(gateway: ModelGateway) -> dict[str, dict[str, dict[str, str]]]:
    """Return the model that is asked first for each preset, purpose and tier; empty where there is none."""
    return {
        preset.value: {purpose.value: _by_tier(gateway, purpose, preset) for purpose in Purpose} for preset in Preset
    }


def _by_tier(gateway: ModelGateway, purpose: Purpose, preset: Preset) -> dict[str, str]:
    tiers = sorted({READING_TIER, *(tier for tier in TIERS.values() if tier < 4)})
    chosen = {str(tier): gateway.choose(purpose, tier, Wish(preset=preset)) for tier in tiers}
    return {tier: str(targets[0]) if targets else "" for tier, targets in chosen.items()}


async def _check(gateway: ModelGateway, *, as_json: bool) -> None:
    found = [gateway.installation.find(alias) for alias in gateway.installation.listed.models]
    checked = [await check_model(gateway, target) for target in dict.fromkeys(found) if isinstance(target, Target)]
    if not checked:
        raise Stop(Exit.NO, str(NotConfigured()))
    if as_json:
        console.emit(checked)
    else:
        console.out.print(_make_check_table(checked))
    if any(each.code for each in checked):
        raise Stop(Exit.NO)


async def check_model(gateway: ModelGateway, target: Target) -> Checked:
    """Ask that model alone, for one word of structured output."""
    calls: list[ModelCall] = []
    account = Account(gateway, Purpose.DRAFT, targets=[target], meter=Unlimited(calls.append))
    schema = {
        "type": "object",
        "properties": {"word": {"type": "string"}},
        "required": ["word"],
        "additionalProperties": False,
    }
    code = ""
    try:
        await account.ask([{"role": "user", "content": "Say the word: yes"}], schema, name="word", max_tokens=512)
    except ModelTrouble as trouble:
        code = str(trouble.code)
    costs = [call.cost_usd for call in calls if call.cost_usd is not None]
    return Checked(
        model=str(target),
        code=code,
        took_ms=sum(call.took_ms for call in calls),
        cost_usd=sum(costs, Decimal(0)) if costs else None,
    )


def _make_table(listed: list[ListedModel]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("model", "asked at", "sees", "$ in", "$ out"):
        table.add_column(name, justify="right" if name.startswith("$") else "left")
    for each in listed:
        table.add_row(
            ", ".join((each.alias, *each.aliases)),
            each.asked_at or f"[dim]{each.why_not}[/dim]",
            "pictures" if each.sees_pictures else "",
            _word(each.input),
            _word(each.output),
        )
    return table


def _make_presets(presets: dict[str, dict[str, dict[str, str]]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("preset", "purpose", "is asked first, by tier"):
        table.add_column(name)
    for preset, purposes in presets.items():
        for purpose, tiers in purposes.items():
            models = list(dict.fromkeys(tiers.values()))
            told = models[0] if len(models) == 1 else ", ".join(f"{tier}: {model}" for tier, model in tiers.items())
            table.add_row(preset, purpose, told)
    return table


def _make_check_table(checked: list[Checked]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("model", "answers", "took", "$"):
        table.add_column(name)
    for each in checked:
        cost = "" if each.cost_usd is None else f"{each.cost_usd:.6f}"
        table.add_row(each.model, each.code or "yes", f"{each.took_ms} ms", cost)
    return table


def _word(price: Decimal | None) -> str:
    return "" if price is None else f"{price.normalize():f}"
