"""Owns the browsers: launches them, looks at their pages, acts in them, and presses what cannot be taken back.

Hears OpenSession from the queue all hosts share, while a slot is free, and Fence, Observe, RunActions, Advance, Submit,
SwitchEngine and CloseSession for its own sessions (`service`). Says what it saw and did (`domain.ownership`), on the
job the session serves. Answers the requests of the browser tools at once (`tools`), in sessions that serve no job and
can send nothing. A command is answered once, whatever is redelivered; every action is on the log before its effect.

Where to look: `driving` a tab, the `page` in it, the `guard` over it, the `engines` that work it; the `providers` that
browsers come from; `keeping` what outlives them; `live` for humans, `tools` for other programs.
"""
