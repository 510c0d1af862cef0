"""The browser tools for MCP clients: what a client asks for here is asked of browser-host, over NATS.

The tools and their arguments are those of `domain.tools`, and so is what they cannot do: nothing asked for here sends
a form. Every client has one browser of its own, until it is gone; a call may name another.
"""
