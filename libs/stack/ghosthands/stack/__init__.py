"""The embedded NATS server, PostgreSQL and the supervisor of the services."""
