"""Notifications: whoever looks after the installation is told, by webhook or e-mail, that a job waits for somebody.

Nothing else is told: not that jobs run or end, and not what somebody answered, or has in hand, before anyone was told.
"""
