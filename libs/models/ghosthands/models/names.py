"""Which model is meant: `provider/model`.

The provider is what stands before the first slash. It says where the model is asked and whose prices hold; it is not
sent. So `openrouter/qwen/qwen3-235b-a22b` asks OpenRouter for `qwen/qwen3-235b-a22b`.
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
        """The name that a text such as `provider/model` says. Raises ValueError."""
        provider, _, name = text.strip().partition("/")
        if not (provider and name):
            raise ValueError(f"a model is named provider/model, as in {DEFAULT}")
        return cls(provider.lower(), name)

    def __str__(self) -> str:
        return f"{self.provider}/{self.name}"


DEFAULT = ModelName("openai", "gpt-4o")
