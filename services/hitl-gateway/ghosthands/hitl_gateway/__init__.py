"""hitl-gateway: between a job that needs a human and the human.

Hears `HumanRequested` and how jobs go on and end, and tells the upstream product on `gh.out.<tenant>.<task>.status`;
hears `human.resolved` and the deadline `human`, and says `HumanResolved` or `HumanTimedOut`, then wakes executor.

What a human answers goes into the vault; the log learns only which questions were answered.
"""
