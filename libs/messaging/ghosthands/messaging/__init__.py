"""Messaging between services over NATS JetStream: events on one log, command queues, timers, published answers.

Four packages, each above those below it:

    work      what a service sends beside events; taking messages when there is capacity; the verdict on each
    log       load, decide, append under an expectation; a feed of an aggregate's events; its twin in memory
    server    one connection a service; publishing by the retry table; the streams and their permissions
    wire      how a message is addressed, described, encoded and read back

and below all of them `clock`, `fault` (points where a test can kill a process) and `location` (of an error).

A service appends only through `EventLog`: it loads an aggregate's `History`, decides, and appends on the condition that
nobody has appended since (a decision), or that it has not done so itself (a fact). Every id is derived from the
`Cause`, so that whatever is repeated after a crash is stored once. Delivery is at least once; nothing here makes an
effect exactly-once: that is what the domain's intents are for.
"""
