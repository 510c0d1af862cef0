"""Finds recipes that can be replayed."""
