"""The file of models, `deploy/models.toml` or an operator's own: providers, models, and the models for each purpose.

It is read strictly: an unknown key, an unknown model or an invalid tier is refused, with the file, the key and the fix.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import pydantic
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ghosthands import platforms
from ghosthands.chassis.settings import SettingsInvalid
from ghosthands.contract.misfits import word_misfit
from ghosthands.domain.asked_models import Preset, Purpose
from ghosthands.models.budgets import Budgets
from ghosthands.models.names import ModelName

_SHIPPED = Path("deploy", "models.toml")

#: the name of a model in a job, a preset or the chain
Alias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$")]
ProviderName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,49}$")]
Address = Annotated[str, StringConstraints(pattern=r"^https?://[^\s]+$")]
#: dollars for a million tokens
Dollars = Annotated[Decimal, Field(ge=0, le=100_000)]
Tier = Literal["0", "1", "2", "3"]


class Capability(StrEnum):
    """The capabilities of an endpoint, or of one of its models, beside plain text."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    IMAGES = "images"
    TOOLS = "tools"


class OutputLimit(StrEnum):
    """The name of an endpoint's parameter for the limit on an answer's length."""

    MAX_TOKENS = "max_tokens"
    MAX_COMPLETION_TOKENS = "max_completion_tokens"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class ModelProvider(_Strict):
    """A provider of models at an OpenAI-compatible address."""

    base_url: Address
    #: the file with its key; a relative path is below GHOSTHANDS_MODEL_KEYS_DIR. None if it needs no key
    key_file: Path | None = None
    can: frozenset[Capability] = frozenset(Capability)
    output_limit: OutputLimit = OutputLimit.MAX_TOKENS


class Price(_Strict):
    """A model's price, in dollars for a million tokens."""

    input: Dollars
    output: Dollars
    #: input tokens that the provider had cached; the input price by default
    cached: Dollars | None = None


class Model(_Strict):
    """A model and its places, of which the first with a key for its provider is used."""

    at: Annotated[tuple[str, ...], Field(min_length=1)]
    aliases: tuple[Alias, ...] = ()
    #: the model's own capabilities, if they differ from its provider's
    can: frozenset[Capability] | None = None
    #: the model's own price, if it differs from the listed one
    price: Price | None = None

    @pydantic.field_validator("at")
    @classmethod
    def _are_names(cls, at: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(str(ModelName.parse(place)) for place in at)

    @property
    def names(self) -> tuple[ModelName, ...]:
        """The model's name at each provider, the preferred one first."""
        return tuple(map(ModelName.parse, self.at))


#: one model for all tiers, or one from each tier on
ByTier = Alias | dict[Tier, Alias]


class Catalogue(_Strict):
    """The checked content of a file of models."""

    #: the model for whatever no preset names one
    primary: Alias
    providers: dict[ProviderName, ModelProvider] = {}
    models: dict[Alias, Model] = {}
    presets: dict[Preset, dict[Purpose, ByTier]] = {}
    #: the models to ask after one that failed: those behind it
    escalation: tuple[Alias, ...] = ()
    #: by default the shipped file's
    budgets: Budgets | None = None

    def find(self, alias: str) -> Model | None:
        """Return the model of that name or alias, if there is one."""
        return next((model for name, model in self.models.items() if alias in (name, *model.aliases)), None)

    def by_preset(self, preset: Preset, purpose: Purpose, tier: int) -> str:
        """Return the preset's model for the purpose: the tier's own, else the next lower tier's; else the primary."""
        by_tier = self.presets.get(preset, {}).get(purpose, self.primary)
        if isinstance(by_tier, str):
            return by_tier
        return next(
            (by_tier[each] for each in ("3", "2", "1", "0") if int(each) <= tier and each in by_tier), self.primary
        )


def find_shipped() -> Path:
    """Return the path of the shipped file. Raises SettingsInvalid."""
    for parent in Path(__file__).resolve().parents:
        if (parent / _SHIPPED).is_file():
            return parent / _SHIPPED
    raise SettingsInvalid([f"GHOSTHANDS_MODELS_FILE: {_SHIPPED} is not beside the code; say where it is"])


def read(path: Path) -> Catalogue:
    """Read and check the file. Raises SettingsInvalid, with a line for each fault."""
    try:
        content = tomllib.loads(path.read_text(), parse_float=Decimal)
    except OSError as error:
        raise SettingsInvalid([f"{path}: cannot be read: {error.strerror}"]) from None
    except ValueError as error:  # tomllib's message has the place; UnicodeDecodeError is one too
        raise SettingsInvalid([f"{path}: is no TOML: {error}"]) from None
    try:
        catalogue = Catalogue.model_validate(content)
    except pydantic.ValidationError as error:
        lines = [_line(each["loc"], each["type"], word_misfit(each)) for each in error.errors(include_input=False)]
        raise SettingsInvalid([f"{path}: {line}" for line in dict.fromkeys(lines)]) from None
    if wrong := list(_find_loose_ends(catalogue)):
        raise SettingsInvalid([f"{path}: {line}" for line in wrong])
    return catalogue


def _line(loc: tuple[int | str, ...], kind: str, message: str) -> str:
    # pydantic names the kinds of a union and of a dict's keys too, which are no part of the file
    key = ".".join(str(part) for part in loc if part != "[key]" and "[" not in str(part) and part != "str")
    if kind == "extra_forbidden":
        return f"{key}: there is no such key; take it out, or see deploy/models.toml for the ones there are"
    if kind == "missing":
        return f"{key}: is missing"
    return f"{key}: {message}"


def _find_loose_ends(catalogue: Catalogue) -> Iterator[str]:
    """Yield the faults of names that do not exist or exist twice."""
    for name, model in catalogue.models.items():
        for place in model.names:
            if place.provider not in catalogue.providers:
                yield f"models.{name}.at: there is no provider {place.provider}; add [providers.{place.provider}]"
    yield from _find_twice(catalogue.models)
    for platform in catalogue.budgets.platforms if catalogue.budgets else ():
        if platform not in platforms.BY_NAME:
            known = ", ".join(platforms.BY_NAME)
            yield f"budgets.platforms.{platform}: there is no such platform; name one of {known}"
    for key, alias in _list_uses(catalogue):
        if catalogue.find(alias) is None:
            yield f"{key}: there is no model {alias}; add [models.{_quote(alias)}], or name one that there is"


def _find_twice(models: Mapping[str, Model]) -> Iterator[str]:
    names = set(models)
    for name, model in models.items():
        for alias in model.aliases:
            if alias in names:
                yield f"models.{name}.aliases: {alias} is another model's name or alias; take it out of one of them"
            names.add(alias)


def _list_uses(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield every place that names a model, with the name."""
    yield "primary", catalogue.primary
    for alias in catalogue.escalation:
        yield "escalation", alias
    for preset, purposes in catalogue.presets.items():
        for purpose, by_tier in purposes.items():
            key = f"presets.{preset}.{purpose}"
            chosen: Mapping[Any, str] = {"": by_tier} if isinstance(by_tier, str) else by_tier
            for tier, alias in chosen.items():
                yield f"{key}.{tier}".rstrip("."), alias


def _quote(alias: str) -> str:
    return f'"{alias}"' if "." in alias or ":" in alias else alias
