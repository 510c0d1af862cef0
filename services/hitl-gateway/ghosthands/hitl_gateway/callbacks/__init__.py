"""Callbacks: HTTP messages that tell the upstream product of a job's course, each once, in order, for up to a day.

`domain.callbacks` says from the log alone what is to be sent and how earlier tries went. The modules here put it into
words (`bodies`, `interactions`), send it (`sender`), spread it over time (`pacing`), and record it (`courier`).
"""
