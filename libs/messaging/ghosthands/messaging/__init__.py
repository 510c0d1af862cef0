"""How services speak: events on one log, commands in queues, timers, answers out; all of it over NATS JetStream.

From the wire inwards:

    subjects, envelope, codec, recorded   how a message is addressed, described, encoded and read back
    connection, jetstream, direct_get     one connection a service; publishing by the retry table; reading
    event_log, jetstream_log, follow      load, decide, append under an expectation; an aggregate's events as they come
    commands, timers, outbox              what a service sends beside events
    pulls, pull, hands, delivery          messages taken as fast as there is a hand free for them
    handling, dead_letters                what becomes of a message, good or bad
    streams, permissions                  what the server has, and who may do what there
    memory                                the log and the bus in memory, for unit tests
    clock                                 what time it is
    fault                                 places where a test can have a process killed

A service appends through `EventLog` alone: it loads an aggregate's `History`, decides, and appends on the condition
that the history is still the whole truth (a decision) or its own part of it (a fact). Every id is derived from the
`Cause`, so that whatever is done again after a crash is stored once. Delivery is at least once; nothing here makes an
effect exactly-once: that is what the intents of the domain are for.
"""
