"""The seven services, by the names they carry on the wire."""

from __future__ import annotations

JOB_INTAKE = "job-intake"
BROWSER_HOST = "browser-host"
PLANNER = "planner"
EXECUTOR = "executor"
COOKBOOK = "cookbook"
HITL_GATEWAY = "hitl-gateway"
PROJECTOR = "projector"

SERVICES = (JOB_INTAKE, BROWSER_HOST, PLANNER, EXECUTOR, COOKBOOK, HITL_GATEWAY, PROJECTOR)

#: The services that may read `gh_vault` and hold the master key.
VAULT_HOLDERS = frozenset({JOB_INTAKE, BROWSER_HOST, PLANNER, COOKBOOK, HITL_GATEWAY})
#: The services that take requests, and make the key of a person who is new; the others only read keys.
KEY_MAKERS = frozenset({JOB_INTAKE, HITL_GATEWAY})
#: The one of them that also restores damaged keys and wraps all keys by the current master key.
KEY_KEEPER = JOB_INTAKE
#: The kinds of values in the vault that each service stores, by their subjects below the applicant's; cookbook only
#: reads. Job-intake, which sweeps and erases, may delete any.
VALUES_OF = {
    JOB_INTAKE: (">",),
    HITL_GATEWAY: (
        "callbacks.*",
        "jobs.*.files.*",
        "answers.>",
        "remembered.>",
        "credentials.*",
        "authenticators.*",
        "mailbox",
        "codes.*",
    ),
    PLANNER: ("drafts.>", "remembered.>"),
    BROWSER_HOST: ("jobs.*.extract", "credentials.*", "codes.*", "snapshots.*", "logins.*"),
}
#: The kinds of short-lived agreements that each service writes, by their keys' first part: hitl-gateway which answer is
#: being taken, which sign-in links were used, who signed out, and when receivers were called; job-intake which process
#: sweeps, and how far requests were looked through.
AGREED_BY = {JOB_INTAKE: ("sweeps",), HITL_GATEWAY: ("answers", "sign-ins", "sign-outs", "turns")}
#: The services that store applicants' files, each where only it may write; a file is looked for in this order.
FILE_WRITERS = (JOB_INTAKE, HITL_GATEWAY)
#: The service that stores page models and screenshots.
PAGE_WRITER = BROWSER_HOST
#: The services that ask language models and get the key to them.
MODEL_ASKERS = frozenset({BROWSER_HOST, PLANNER})
