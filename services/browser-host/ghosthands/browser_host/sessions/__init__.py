"""The sessions of this host: kept, adopted, watched and ended, and what the log is told of them."""
