"""The browser tools for MCP clients."""
