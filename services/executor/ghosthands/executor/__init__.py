"""Runs jobs: what next, command it, wait for the fact."""
