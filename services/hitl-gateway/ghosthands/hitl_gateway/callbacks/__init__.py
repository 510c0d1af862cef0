"""Callbacks: a job's course told to the upstream product by HTTP, each word once, in order, for a day if need be.

`domain.callbacks` says what is to be told and what became of it, from the log alone. Here it is put into words
(`bodies`, `interactions`), sent (`sender`), spread over time (`pacing`), and written down (`courier`).
"""
