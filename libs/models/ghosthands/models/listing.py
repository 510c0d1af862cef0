"""The list of available models, with their prices and the defaults."""

from __future__ import annotations

from ghosthands.domain.asked_models import Preset, Purpose
from ghosthands.domain.engine import READING_TIER
from ghosthands.domain.listed_models import ListedModel, ListedModels
from ghosthands.models.catalogue import Capability
from ghosthands.models.gateway import ModelGateway
from ghosthands.models.installation import Target, Wish
from ghosthands.models.prices import Tokens

_MILLION = 1_000_000


def list_all(gateway: ModelGateway) -> ListedModels:
    """Return every model, the first one of each preset, and the primary one."""
    presets = {preset.value: gateway.choose(Purpose.ACT, READING_TIER, Wish(preset=preset)) for preset in Preset}
    return ListedModels(
        models=tuple(list_models(gateway)),
        presets={name: str(targets[0]) if targets else "" for name, targets in presets.items()},
        default=gateway.installation.listed.primary,
    )


def list_models(gateway: ModelGateway) -> list[ListedModel]:
    """Return every model that the file or the variables name."""
    found = gateway.installation
    return [_describe(gateway, alias, model.aliases, found.find(alias)) for alias, model in found.listed.models.items()]


def _describe(gateway: ModelGateway, alias: str, aliases: tuple[str, ...], target: object) -> ListedModel:
    if not isinstance(target, Target):
        return ListedModel(alias=alias, aliases=aliases, why_not=getattr(target, "words", ""))
    given, said = (gateway.prices.estimate(target.name, each) for each in (Tokens(_MILLION), Tokens(0, _MILLION)))
    return ListedModel(
        alias=alias,
        aliases=aliases,
        asked_at=str(target),
        sees_pictures=Capability.IMAGES in target.can,
        input=given,
        output=said,
    )
