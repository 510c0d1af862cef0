"""Folds every event into PostgreSQL."""
