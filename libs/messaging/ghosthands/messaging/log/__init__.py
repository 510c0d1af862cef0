"""The event log: an aggregate's history is loaded, decided on, appended to and followed; on JetStream or in memory."""
