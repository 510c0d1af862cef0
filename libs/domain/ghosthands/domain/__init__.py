"""The events, commands, page model and pure deciders."""
