"""The models of this installation, as VALET lists them for a choice."""

from __future__ import annotations

from typing import Literal

import msgspec
from fastapi import APIRouter
from pydantic import BaseModel

from ghosthands.domain.listed_models import ListedModel, ListedModels
from ghosthands.hitl_gateway.http.documented import PUBLIC
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro

#: VALET waits 10 seconds for the whole
ASK_SECONDS = 5.0

#: the descriptions of presets for people
_PRESETS = {
    "speed": "The cheapest models that can do it",
    "balanced": "What most applications need",
    "quality": "The best models, whatever they cost",
}


class PriceBlock(BaseModel):
    """Dollars for a million tokens; null where unknown."""

    input: float | None
    output: float | None
    unit: Literal["per_million_tokens"] = "per_million_tokens"


class ModelBlock(BaseModel):
    """A model."""

    alias: str
    model: str
    provider: str
    provider_name: str
    vision: bool
    cost: PriceBlock
    note: str


class PresetBlock(BaseModel):
    """A preset: how expensive a job's models may be, and the model it asks first."""

    name: str
    description: str
    model: str


class ModelsAnswer(BaseModel):
    """Every model of the installation; the note of an unavailable one says why."""

    models: list[ModelBlock]
    presets: list[PresetBlock]
    default: str
    total: int


def router(means: Means) -> APIRouter:
    """Return the route `/api/v1/gh/models`."""
    routes = APIRouter(prefix="/api/v1/gh", tags=["models"], responses=PUBLIC)

    @routes.get("/models")
    async def list_models() -> ModelsAnswer:
        """List every model of the installation, and the first model of each preset."""
        answer = await micro.ask(means.bus, subjects.MODELS, b"", timeout=ASK_SECONDS)
        listed = msgspec.json.decode(answer, type=ListedModels)
        models = [_describe(each) for each in listed.models]
        presets = [
            PresetBlock(name=name, description=_PRESETS.get(name, ""), model=model)
            for name, model in listed.presets.items()
        ]
        return ModelsAnswer(models=models, presets=presets, default=listed.default, total=len(models))

    return routes


def _describe(listed: ListedModel) -> ModelBlock:
    provider, _, model = (listed.asked_at or "").partition("/")
    return ModelBlock(
        alias=listed.alias,
        model=model or listed.alias,
        provider=provider,
        provider_name=provider.capitalize(),
        vision=listed.sees_pictures,
        cost=PriceBlock(
            input=None if listed.input is None else float(listed.input),
            output=None if listed.output is None else float(listed.output),
        ),
        note=listed.why_not,
    )
