"""The event log, commands, timers and dead letters over NATS JetStream."""
