"""Which model is meant: `provider/model`, resolved in three steps.

The provider is what stands before the first slash. It says where the model is asked, unless an endpoint is configured,
and whose prices hold; it is not sent. So `openrouter/qwen/qwen3-235b-a22b` asks OpenRouter for `qwen/qwen3-235b-a22b`.
"""

from __future__ import annotations

from dataclasses import dataclass

#: OpenAI-compatible endpoints of those who have one
ENDPOINTS = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com/v1",
    "google": "https://generativelanguage.googleapis.com/v1beta/openai",
    "openrouter": "https://openrouter.ai/api/v1",
    "vercel": "https://ai-gateway.vercel.sh/v1",
    "ollama": "http://127.0.0.1:11434/v1",
}


@dataclass(frozen=True)
class ModelName:
    """A model of a provider."""

    provider: str
    name: str

    @classmethod
    def parse(cls, text: str) -> ModelName:
        """From `provider/model`. Raises ValueError."""
        provider, _, name = text.strip().partition("/")
        if not (provider and name):
            raise ValueError(f"a model is named provider/model, as in {DEFAULT}")
        return cls(provider.lower(), name)

    @property
    def endpoint(self) -> str | None:
        """Where the provider answers; None for a provider unknown here."""
        return ENDPOINTS.get(self.provider)

    def __str__(self) -> str:
        return f"{self.provider}/{self.name}"


DEFAULT = ModelName("openai", "gpt-4o")


def resolve(asked: str | None, configured: str | None) -> ModelName:
    """The job's own model, else the configured one, else the default. Raises ValueError for what is no model's name."""
    chosen = asked or configured
    return ModelName.parse(chosen) if chosen else DEFAULT
