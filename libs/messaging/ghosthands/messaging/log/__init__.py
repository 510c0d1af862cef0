"""The event log: load an aggregate's history, decide, append and follow; on JetStream or in memory."""
