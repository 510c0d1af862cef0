"""The models of this installation: the choice for each purpose and wish, and the replacement of unavailable models.

They come from a file, or from the variables for one model; if both are set and disagree, that is an error. A model is
available if its provider's key is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pydantic import SecretStr

from ghosthands.chassis.settings import SettingsInvalid
from ghosthands.domain.asked_models import Preset, Purpose
from ghosthands.domain.codes import ModelAbsence, ModelFailure
from ghosthands.domain.job import JobRequested
from ghosthands.models import catalogue
from ghosthands.models.budgets import Budgets
from ghosthands.models.catalogue import Capability, Catalogue, Model, ModelProvider, OutputLimit, Price
from ghosthands.models.errors import ModelTrouble
from ghosthands.models.names import DEFAULT, ModelName
from ghosthands.models.settings import ModelSettings, Structured

_PRIMARY, _BASE_URL = "GHOSTHANDS_MODEL_PRIMARY", "GHOSTHANDS_MODEL_BASE_URL"
_KEY, _KEY_FILE = "GHOSTHANDS_MODEL_API_KEY", "GHOSTHANDS_MODEL_API_KEY_FILE"
_STRUCTURED, _PRICES = "GHOSTHANDS_MODEL_STRUCTURED", "GHOSTHANDS_MODEL_PRICES"

#: the alias of the one model from the variables among those of the shipped file
_ONE = "primary"

#: the capabilities that the variables for one model remove from its endpoint's
_LESS: Mapping[Structured, frozenset[Capability]] = {
    Structured.JSON_SCHEMA: frozenset(),
    Structured.JSON_OBJECT: frozenset({Capability.JSON_SCHEMA}),
    Structured.PLAIN: frozenset({Capability.JSON_SCHEMA, Capability.JSON_OBJECT}),
}


@dataclass(frozen=True)
class Access:
    """A provider's address and key."""

    base_url: str
    key: SecretStr | None = None
    key_file: Path | None = None
    #: the setting that names the key file
    named_in: str = ""
    can: frozenset[Capability] = frozenset(Capability)
    output_limit: OutputLimit = OutputLimit.MAX_TOKENS

    def read_key(self) -> str:
        """Return the key; empty if none is needed. Raises ModelTrouble if its file cannot be read."""
        if self.key is not None:
            return self.key.get_secret_value()
        if self.key_file is None:
            return ""
        try:
            return self.key_file.read_text().strip()
        except OSError as error:
            message = f"{self.named_in} cannot be read: {error.strerror}"
            raise ModelTrouble(ModelFailure.NOT_CONFIGURED, message) from None

    @property
    def has_key(self) -> bool:
        """Whether it can be asked."""
        try:
            return self.key_file is None or bool(self.read_key())
        except ModelTrouble:
            return False


@dataclass(frozen=True)
class Target:
    """A model at an endpoint."""

    name: ModelName
    endpoint: Access = field(repr=False)
    can: frozenset[Capability]

    @property
    def structured(self) -> Structured:
        """The best way it accepts of requesting a shape."""
        if Capability.JSON_SCHEMA in self.can:
            return Structured.JSON_SCHEMA
        return Structured.JSON_OBJECT if Capability.JSON_OBJECT in self.can else Structured.PLAIN

    def __str__(self) -> str:
        return str(self.name)


@dataclass(frozen=True)
class Wish:
    """A job's wishes about the models to ask on its behalf."""

    model: str | None = None
    #: the model for calls with pictures
    image_model: str | None = None
    preset: Preset = Preset.BALANCED

    @classmethod
    def of(cls, request: JobRequested) -> Wish:
        """Return the wishes in the job's request."""
        return cls(request.model, request.image_model, request.preset)


@dataclass(frozen=True)
class Substitution:
    """A model that was wished for and is not available."""

    asked: str
    #: the model asked instead; empty if there is none
    used: str
    code: ModelAbsence


class Installation:
    """The available models and the choice among them."""

    def __init__(
        self, listed: Catalogue, endpoints: Mapping[str, Access], *, origin: str, for_all: Access | None = None
    ) -> None:
        """Set up the models; `origin` names their source, and `for_all` is an endpoint for any provider's models."""
        self.listed = listed
        self.endpoints = endpoints
        self.origin = origin
        self._for_all = for_all
        self._has_key = {name: endpoint.has_key for name, endpoint in endpoints.items()}

    @classmethod
    def of(cls, settings: ModelSettings) -> Installation:
        """Build the installation from the settings. Raises SettingsInvalid, naming file and variable that disagree."""
        if settings.models_file is not None:
            path = settings.models_file.expanduser()
            listed = catalogue.read(path)
            endpoints = _make_endpoints(listed, settings, path)
            if wrong := list(_contradict(settings, listed, endpoints, path)):
                raise SettingsInvalid(wrong)
            return cls(listed, endpoints, origin=str(path))
        shipped = catalogue.find_shipped()
        listed = catalogue.read(shipped)
        if settings.names_one:
            return _build_for_one(settings, listed)
        return cls(listed, _make_endpoints(listed, settings, shipped), origin=str(shipped))

    @property
    def is_configured(self) -> bool:
        """Whether there is a model to ask."""
        return any(self._has_key.values())

    @cached_property
    def primary(self) -> ModelName:
        """The first name of the model that is asked by default."""
        model = self.listed.find(self.listed.primary)
        return model.names[0] if model else DEFAULT

    @cached_property
    def prices(self) -> Mapping[str, Price]:
        """The file's own prices, by `provider/model`."""
        return {str(name): model.price for model in self.listed.models.values() if model.price for name in model.names}

    @cached_property
    def budgets(self) -> Budgets:
        """The budgets for models: the file's, else the shipped one's. Raises SettingsInvalid."""
        return self.listed.budgets or catalogue.read(catalogue.find_shipped()).budgets or Budgets()

    def has_key(self, provider: str) -> bool:
        """Whether that provider can be asked."""
        return self._has_key.get(provider, False)

    def choose(self, purpose: Purpose, tier: int, wish: Wish) -> list[Target]:
        """Return the available models to ask, in order: the wished one, the preset's, those behind it, the primary.

        If none of these is available, return the first available one of the file.
        """
        own = self._find_wished(purpose, wish)
        return [
            *dict.fromkeys([*([own] if isinstance(own, Target) else []), *self._our_own(purpose, tier, wish.preset)])
        ]

    def list_substitutions(self, wish: Wish) -> list[Substitution]:
        """Return the wished models that are not available, with those asked instead."""
        told = []
        for asked, purpose in ((wish.model, Purpose.DRAFT), (wish.image_model, Purpose.SEE)):
            if asked is None:
                continue
            found = self._find_wished(purpose, wish)
            if isinstance(found, ModelAbsence):
                used = self._our_own(purpose, 0, wish.preset)
                told.append(Substitution(asked, str(used[0]) if used else "", found))
        return told

    def find(self, asked: str) -> Target | ModelAbsence:
        """Return the model of that alias or `provider/model`; else the reason why it is not available."""
        if model := self.listed.find(asked):
            return self._place(model)
        try:
            name = ModelName.parse(asked)
        except ValueError:
            return ModelAbsence.UNKNOWN_MODEL
        model = next((each for each in self.listed.models.values() if name in each.names), None)
        return self._find_target(name, model)

    def _find_wished(self, purpose: Purpose, wish: Wish) -> Target | ModelAbsence | None:
        asked = (wish.image_model if purpose is Purpose.SEE else None) or wish.model
        if not asked:
            return None
        found = self.find(asked)
        if isinstance(found, Target) and not _suits(found, purpose):
            return ModelAbsence.NO_PICTURES
        return found

    def _our_own(self, purpose: Purpose, tier: int, preset: Preset) -> list[Target]:
        first = self.listed.by_preset(preset, purpose, tier)
        chain = self.listed.escalation
        behind = chain[chain.index(first) + 1 :] if first in chain else chain
        return (
            self._list_had([first, *behind, self.listed.primary], purpose)
            or self._list_had(self.listed.models, purpose)[:1]
        )

    def _list_had(self, aliases: Iterable[str], purpose: Purpose) -> list[Target]:
        """Return the models among them that are available for the purpose."""
        found = map(self.find, dict.fromkeys(aliases))
        return [each for each in found if isinstance(each, Target) and _suits(each, purpose)]

    def _place(self, model: Model) -> Target | ModelAbsence:
        """Return the model at the first place where it is available."""
        found: Target | ModelAbsence = ModelAbsence.NO_PROVIDER
        for name in model.names:
            if self._for_all is not None and name.provider not in self.endpoints:
                continue  # an endpoint for all need not know another provider's name for it
            found = self._find_target(name, model)
            if isinstance(found, Target):
                return found
        return found

    def _find_target(self, name: ModelName, model: Model | None) -> Target | ModelAbsence:
        endpoint = self.endpoints.get(name.provider, self._for_all)
        if endpoint is None or not self._has_key.get(name.provider, True):
            return ModelAbsence.NO_PROVIDER
        can = endpoint.can if model is None or model.can is None else model.can & endpoint.can
        return Target(name, endpoint, can)


def _suits(target: Target, purpose: Purpose) -> bool:
    return purpose is not Purpose.SEE or Capability.IMAGES in target.can


def _make_endpoints(listed: Catalogue, settings: ModelSettings, path: Path) -> dict[str, Access]:
    return {
        name: Access(
            provider.base_url,
            key_file=_find_key(provider, settings),
            named_in=f"providers.{name}.key_file in {path}",
            can=provider.can,
            output_limit=provider.output_limit,
        )
        for name, provider in listed.providers.items()
    }


def _find_key(provider: ModelProvider, settings: ModelSettings) -> Path | None:
    if provider.key_file is None:
        return None
    return settings.keys_dir.expanduser() / provider.key_file.expanduser()


def _build_for_one(settings: ModelSettings, shipped: Catalogue) -> Installation:
    """Build the installation with one model for everything, from the variables."""
    name = ModelName.parse(settings.primary) if settings.primary else DEFAULT
    provider = shipped.providers.get(name.provider)
    base_url = settings.base_url or (provider and provider.base_url)
    if not base_url:
        raise SettingsInvalid([f"{_PRIMARY}: where {name.provider} answers is not known here; set {_BASE_URL} too"])
    endpoint = Access(
        base_url,
        key=settings.api_key,
        key_file=settings.api_key_file,
        named_in=_KEY_FILE,
        can=frozenset(Capability) - _LESS[settings.structured],
        output_limit=provider.output_limit if provider and not settings.base_url else OutputLimit.MAX_TOKENS,
    )
    try:
        endpoint.read_key()
    except ModelTrouble as trouble:
        raise SettingsInvalid([str(trouble)]) from None
    known = {alias: model for alias, model in shipped.models.items() if alias != _ONE}
    models = {_ONE: Model(at=(str(name),)), **known}
    listed = Catalogue(primary=_ONE, models=models, budgets=shipped.budgets)
    for_all = endpoint if settings.base_url else None
    return Installation(listed, {name.provider: endpoint}, origin="the variables", for_all=for_all)


def _contradict(
    settings: ModelSettings, listed: Catalogue, endpoints: Mapping[str, Access], path: Path
) -> Iterator[str]:
    """Yield the variables for one model that contradict the file's primary model."""
    model = listed.find(listed.primary)
    assert model is not None  # noqa: S101  the file was checked for that
    provider = model.names[0].provider
    endpoint, mend = endpoints[provider], "take one of the two away"
    if settings.primary and ModelName.parse(settings.primary) not in model.names:
        said = f"primary in {path} says {listed.primary}, which is {model.names[0]}"
        yield f"{_PRIMARY}: says {settings.primary}, and {said}; {mend}"
    if settings.base_url and settings.base_url.rstrip("/") != endpoint.base_url.rstrip("/"):
        said = f"providers.{provider}.base_url in {path} says {endpoint.base_url}"
        yield f"{_BASE_URL}: says {settings.base_url}, and {said}; {mend}"
    if settings.api_key_file and settings.api_key_file != endpoint.key_file:
        yield f"{_KEY_FILE}: names another file than providers.{provider}.key_file in {path}; {mend}"
    if settings.api_key and not _is_key_of(settings.api_key, endpoint):
        yield f"{_KEY}: is another key than the one that providers.{provider}.key_file in {path} names; {mend}"
    wants = settings.structured
    if (
        "structured" in settings.model_fields_set
        and wants is not Target(model.names[0], endpoint, endpoint.can).structured
    ):
        yield f"{_STRUCTURED}: says {wants}, and providers.{provider}.can in {path} begins otherwise; {mend}"
    for name, (dollars_in, dollars_out) in settings.prices.items():
        price = next((each.price for each in listed.models.values() if name in each.at), None)
        if price is not None and (price.input, price.output) != (dollars_in, dollars_out):
            yield f"{_PRICES}: has another price for {name} than models in {path}; {mend}"


def _is_key_of(key: SecretStr, endpoint: Access) -> bool:
    try:
        return endpoint.read_key() == key.get_secret_value()
    except ModelTrouble:
        return False
