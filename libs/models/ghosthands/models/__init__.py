"""The one gateway to language models."""
