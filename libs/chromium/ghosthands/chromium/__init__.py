"""Finds, launches, adopts and ends Chromium processes."""
