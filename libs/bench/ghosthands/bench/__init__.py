"""Measures GhostHands beside its peers and the physical limits."""
