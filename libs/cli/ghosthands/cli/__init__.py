"""The `ghosthands` command: what people and scripts start, ask and stop GhostHands with.

It publishes and listens like any other client (NATS users `valet` and `cli`, PostgreSQL as reader); it opens no vault,
drives no browser, and starts the embedded stack itself where none runs.
"""
