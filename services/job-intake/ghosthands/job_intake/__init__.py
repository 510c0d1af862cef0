"""Takes `job.requested` and `job.cancel`, validates, dedupes, puts data in the vault, starts jobs."""
