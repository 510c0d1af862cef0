from __future__ import annotations

import pytest

from ghosthands.models import DEFAULT, ModelName


def test_the_provider_is_what_stands_before_the_first_slash() -> None:
    model = ModelName.parse("OpenRouter/qwen/qwen3-235b-a22b")
    assert (model.provider, model.name) == ("openrouter", "qwen/qwen3-235b-a22b")


@pytest.mark.parametrize("text", ["gpt-4o", "/gpt-4o", "openai/", ""])
def test_what_names_no_provider_is_no_name(text: str) -> None:
    with pytest.raises(ValueError, match=f"as in {DEFAULT}"):
        ModelName.parse(text)
