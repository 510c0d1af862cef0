"""Notifications: the installation's operators learn, by webhook or e-mail, that a job waits for a human.

There are no others: not that jobs run or end, and none for a request that somebody answered, or has in hand, before
the notification was due.
"""
