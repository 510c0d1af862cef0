"""Projector: folds every event of the log into PostgreSQL, and can do so again from zero.

It hears every event and says nothing. It writes the published read model (`ghosthands.readmodel`), which can be thrown
away and folded again (`python -m ghosthands.projector.rebuild`). One projector folds at a time; others stand by.
"""
