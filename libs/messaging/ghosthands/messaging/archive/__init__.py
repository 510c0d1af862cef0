"""The archive of the log's beginning that has left the server: sealed segments in a folder or a bucket."""
