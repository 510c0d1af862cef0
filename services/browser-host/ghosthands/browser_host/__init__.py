"""Owns the browsers: sessions, observation, actions, submit."""
