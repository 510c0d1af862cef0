"""The browser tools for MCP clients; each call is passed to browser-host, over NATS.

The tools, their arguments and their limits are those of `domain.tools`: no call sends a form. Every client has one
browser of its own, until it is gone; a call may name another.
"""
