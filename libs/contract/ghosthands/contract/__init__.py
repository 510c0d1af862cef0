"""What comes in from outside: the models that guard the outer doors, and every reason why a message is refused.

Used where requests and answers come in (job-intake, hitl-gateway) and where they are made (the command line).
"""
