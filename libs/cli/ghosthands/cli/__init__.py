"""The `ghosthands` command."""
