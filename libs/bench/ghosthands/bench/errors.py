"""What a bench can end with beside numbers."""

from __future__ import annotations


class BenchFailed(Exception):
    """A bench could not be carried through; the text is one line, meant for people."""
