"""Reading the projections: what projector folds out of the log, as typed rows.

Everything here is eventually consistent: a row is as old as its `sequence`, and no decision that must happen once may
rest on it. Only projector writes these tables.
"""
