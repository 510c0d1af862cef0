"""Work between services: what is sent (commands, timers, answers out) and what becomes of each message taken."""
