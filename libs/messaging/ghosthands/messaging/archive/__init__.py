"""The log's beginning, once it has left the server: sealed segments in a folder or a bucket, and how they get there."""
