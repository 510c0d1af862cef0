"""The sessions of this host: opened, adopted, watched and ended, and what the log is told of them."""
