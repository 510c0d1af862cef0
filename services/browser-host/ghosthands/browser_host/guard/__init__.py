"""What stands between a page and whoever works it: nothing is sent, and nobody is led away, unasked."""
