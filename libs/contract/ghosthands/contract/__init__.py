"""What VALET sends: the models that guard the outer door, and every reason why a request is refused.

Used where requests come in (job-intake) and where they are made (the command line).
"""
