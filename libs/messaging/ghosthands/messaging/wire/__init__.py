"""What goes over the wire: how a message is addressed (subjects), described (envelope), encoded and read back."""
