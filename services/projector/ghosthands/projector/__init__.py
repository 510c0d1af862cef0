"""Projector: folds every event of the log into PostgreSQL, and can do so again from zero.

Hears: every event. Says: nothing. What it writes is the published read model (`ghosthands.readmodel`); whatever it
writes can be thrown away and folded anew (`python -m ghosthands.projector.rebuild`). One folds at a time; any other
that runs stands by.
"""
