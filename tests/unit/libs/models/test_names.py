from __future__ import annotations

import pytest

from ghosthands.models import DEFAULT, ModelGateway, ModelName, ModelSettings, resolve


@pytest.mark.parametrize(
    ("asked", "configured", "meant"),
    [
        ("anthropic/claude-sonnet-4-5", "openai/gpt-5.2", "anthropic/claude-sonnet-4-5"),
        (None, "openai/gpt-5.2", "openai/gpt-5.2"),
        ("", "", "openai/gpt-4o"),
        (None, None, "openai/gpt-4o"),
    ],
)
def test_the_jobs_own_model_comes_before_the_configured_one_and_that_before_the_default(
    asked: str | None, configured: str | None, meant: str
) -> None:
    assert str(resolve(asked, configured)) == meant


def test_the_provider_is_what_stands_before_the_first_slash() -> None:
    model = ModelName.parse("OpenRouter/qwen/qwen3-235b-a22b")
    assert (model.provider, model.name) == ("openrouter", "qwen/qwen3-235b-a22b")
    assert model.endpoint == "https://openrouter.ai/api/v1"


@pytest.mark.parametrize("text", ["gpt-4o", "/gpt-4o", "openai/", ""])
def test_what_names_no_provider_is_no_name(text: str) -> None:
    with pytest.raises(ValueError, match=f"as in {DEFAULT}"):
        ModelName.parse(text)


def test_a_jobs_model_of_another_provider_is_not_asked_with_our_key() -> None:
    ours = ModelGateway(ModelSettings(primary="openai/gpt-5.2"))
    assert str(ours.model("openai/gpt-5.2-mini")) == "openai/gpt-5.2-mini"
    assert str(ours.model("google/gemini-3")) == "openai/gpt-5.2"


def test_an_endpoint_for_all_models_is_asked_for_any_providers() -> None:
    anyones = ModelGateway(ModelSettings(base_url="http://127.0.0.1:1/v1"))
    assert str(anyones.model("google/gemini-3")) == "google/gemini-3"
