"""The NATS server: the connection to it, JetStream's API, the streams it holds, and who may do what there."""
