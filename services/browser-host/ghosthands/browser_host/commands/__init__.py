"""Carrying out what the host is told: one frame around every command, and what each does in it."""
