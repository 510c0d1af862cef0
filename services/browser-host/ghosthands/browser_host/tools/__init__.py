"""The endpoints that answer requests: the browser tools, in sessions by name, and the desk of kept logins.

A tool has a browser without a job; nothing can be sent from one.
"""
