"""What answers requests: the browser tools, for whoever asks by name, and the desk of kept logins.

A tool has a browser without a job; nothing can be sent from one.
"""
