"""Reads the projections in PostgreSQL."""
