"""The errors of benches."""

from __future__ import annotations


class BenchFailed(Exception):
    """A bench could not be completed; the text is one line, meant for people."""
