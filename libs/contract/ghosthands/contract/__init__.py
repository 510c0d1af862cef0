"""The contract with the outside: the models of incoming messages, and every reason for which a message is refused.

Used where requests and answers come in (job-intake, hitl-gateway) and where they are made (the command line).
"""
