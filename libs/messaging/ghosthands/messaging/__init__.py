"""How services speak: events on one log, commands in queues, timers, answers out; all of it over NATS JetStream.

Four rooms, each above those below it:

    work      what a service sends beside events; messages taken as fast as there is a hand free; what becomes of each
    log       load, decide, append under an expectation; an aggregate's events as they come; its twin in memory
    server    one connection a service; publishing by the retry table; the streams, and who may do what there
    wire      how a message is addressed, described, encoded and read back

and under all of them `clock`, `fault` (places where a test can have a process killed) and `location` (of an error).

A service appends through `EventLog` alone: it loads an aggregate's `History`, decides, and appends on the condition
that the history is still the whole truth (a decision) or its own part of it (a fact). Every id is derived from the
`Cause`, so that whatever is done again after a crash is stored once. Delivery is at least once; nothing here makes an
effect exactly-once: that is what the intents of the domain are for.
"""
