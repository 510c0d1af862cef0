"""The wire format: how a message is addressed (subjects), described (envelope), encoded and read back."""
