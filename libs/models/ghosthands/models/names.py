"""Names of models: `provider/model`.

The provider is the part before the first slash. It determines where the model is asked and which prices apply; it is
not sent. So `openrouter/qwen/qwen3-235b-a22b` asks OpenRouter for `qwen/qwen3-235b-a22b`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ModelName:
    """A model of a provider."""

    provider: str
    name: str

    @classmethod
    def parse(cls, text: str) -> ModelName:
        """Parse a text such as `provider/model`. Raises ValueError."""
        provider, _, name = text.strip().partition("/")
        if not (provider and name):
            raise ValueError(f"a model is named provider/model, as in {DEFAULT}")
        return cls(provider.lower(), name)

    def __str__(self) -> str:
        return f"{self.provider}/{self.name}"


DEFAULT = ModelName("openai", "gpt-4o")
