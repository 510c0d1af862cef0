"""Asks humans, hears their answers, tells VALET the status."""
