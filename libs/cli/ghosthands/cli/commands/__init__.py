"""One file a command; each is a few lines around a coroutine."""
