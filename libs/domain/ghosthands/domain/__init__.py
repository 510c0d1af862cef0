"""The domain: events, commands, the page model and the pure deciders. No I/O, no clock, no randomness."""
