"""The `ghosthands` command, with which people and scripts start, query and stop GhostHands.

It publishes and listens like any other client (NATS users `valet` and `cli`, PostgreSQL as reader); it opens no vault,
drives no browser, and starts the embedded stack itself where none runs.
"""
