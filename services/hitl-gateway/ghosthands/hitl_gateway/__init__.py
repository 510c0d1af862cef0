"""hitl-gateway: the service between a job that needs a human and the human.

It hears `HumanRequested` and how jobs go on and end, and tells the upstream product on `gh.out.<tenant>.<task>.status`;
it hears `human.resolved` and the deadline `human`, and says `HumanResolved` or `HumanTimedOut`, then wakes executor.

A human's answer goes into the vault; the log learns only which questions were answered.
"""
