"""The commands that the host hears: one frame around every command, and what each does in it."""
