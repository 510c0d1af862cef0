"""Every subject GhostHands uses, spelt in one place.

    gh.evt.<kind>.<id>.<service>.<Event>               the log; kind = job | session | recipe | applicant |
                                                       budget | submissions
    gh.cmd.<service>[.<band>].<Command>                commands for any instance; RunJob and OpenSession go by band
    gh.cmd.<service>.at.<host>.<Command>               commands for the instance there
    gh.timers.<setter>.set.<kind>.<id>.<name>          a schedule …
    gh.timers.<setter>.fired.<service>.<kind>.<id>.<name>   … and what it becomes
    gh.stored.<what follows gh.>                       announcements: what was stored there, by headers alone
    gh.dead.<service>.<stream>                         dead letters
    gh.pulse.<service>                                 what a service has stored to know that the server stores
    gh.out.<tenant>.<valet_task_id>.<what>             what the upstream product may listen to
    job.<what>, human.<what>                           what it and humans send
    human.resolved.<job>                               an answer that was given on: a message said it, about that job
    browser.<tool>[.<host>]                            requests: the browser tools
    logins.of                                          requests: what is kept of an applicant's logins
    orders.<what>                                      requests: what an operator orders
    console.link                                       requests: links to the console
    drain.<host>                                       requests: a browser-host opens no more browsers
    provision.host                                     requests: the consumer of a browser host's commands
    drafts.of                                          requests: the drafts that a job waits to have reviewed
    callbacks.redrive                                  requests: callbacks that were given up, tried again
    applicants.<what>                                  requests: all that is held of an applicant, told or erased
    models.list                                        requests: the models of this installation
    recipes.<what>                                     requests: recipes exported, imported, retired

A text from outside (a tenant, a host name, a recipe's site) becomes one subject token by `token`; the text itself
travels in the envelope.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Literal

from ghosthands.domain.aggregates import Kind
from ghosthands.domain.budget import name_ledger
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import SchemaMismatch
from ghosthands.domain.job import Band, JobRequested

_SAFE_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")

ALL_EVENTS = "gh.evt.>"
#: What nobody publishes to: the log has it alone while its beginning leaves the server.
NO_EVENTS = "gh.closed.evt"
#: What its copy has meanwhile, and the log until it is whole again.
NO_EVENTS_OF_COPY = "gh.closed.evt.copy"
NO_EVENTS_YET = "gh.closed.evt.anew"
ALL_COMMANDS = "gh.cmd.>"
#: of those, what any instance of a service may take, by band or without; and what is for the one on a host
COMMANDS_FOR_ANY = ("gh.cmd.*.*", "gh.cmd.*.*.*")
COMMANDS_FOR_HOSTS = "gh.cmd.*.at.*.*"
ALL_DEAD_LETTERS = "gh.dead.>"
ALL_PULSES = "gh.pulse.*"
ALL_OUT = "gh.out.>"
ALL_COUNTS = "gh.count.>"
FROM_VALET = "job.*"
FROM_HUMANS = "human.*"
#: of those, the answer to what a job asks
ANSWERED = "human.resolved"
#: and those that job-intake gives on
ALL_GIVEN_ON = "human.resolved.*"
ALL_TOOLS = "browser.>"
TOOLS_OF_ANY_HOST = "browser.*"
LOGINS = "logins.of"
DRAFTS = "drafts.of"
ANSWERS = "answers.of"
CODE_SOURCES = "codes.of"
ALL_DRAINS = "drain.*"
PROVISION = "provision.host"
ALL_PROVISIONS = "provision.*"
MODELS = "models.list"
REDRIVE_CALLBACKS = "callbacks.redrive"
LINKS = "console.link"
ALL_ORDERS = "orders.*"
ALL_RECIPES = "recipes.*"
ALL_APPLICANTS = "applicants.*"


def announced(stored: str) -> str:
    """The subject at which the server says that something was stored on that subject or filter of ours."""
    return f"gh.stored.{stored.removeprefix('gh.')}"


def matches(subject: str, on: str) -> bool:
    """Whether the server would give a message of that subject to who asks for that filter."""
    if on == ALL_EVENTS:
        return subject.startswith(ALL_EVENTS[:-1])
    tokens, wanted = subject.split("."), on.split(".")
    if wanted[-1] == ">":
        wanted.pop()
        if len(tokens) <= len(wanted):
            return False
        tokens = tokens[: len(wanted)]
    return len(tokens) == len(wanted) and all(want in ("*", one) for one, want in zip(tokens, wanted, strict=True))


_KINDS = {kind.value: kind for kind in Kind}


def token(text: str) -> str:
    """`text` itself where it is one safe subject token, else `x` and a hash of it; the same text, the same token."""
    if _SAFE_TOKEN.fullmatch(text):
        return text
    return "x" + hashlib.sha256(text.encode()).hexdigest()[:40]


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Names whose events these are: one job, session, recipe, applicant or ledger."""

    kind: Kind
    id: str

    def subjects(self) -> str:
        """The filter of all its events, whoever wrote them: what a decision is guarded by."""
        return f"gh.evt.{self.kind}.{token(self.id)}.>"

    def written_by(self, service: str) -> str:
        """The filter of the events `service` wrote on it: what a fact is guarded by."""
        return f"gh.evt.{self.kind}.{token(self.id)}.{service}.>"


def job(job_id: str) -> Aggregate:
    """The job of that id."""
    return Aggregate(Kind.JOB, job_id)


def session(session_id: str) -> Aggregate:
    """The session of that id: a warm, operator or tool session; one that serves a job writes on the job."""
    return Aggregate(Kind.SESSION, session_id)


def recipe(site: str) -> Aggregate:
    """The recipes of that site."""
    return Aggregate(Kind.RECIPE, site)


def applicant(applicant_id: str) -> Aggregate:
    """The applicant of that id."""
    return Aggregate(Kind.APPLICANT, applicant_id)


def budget(ledger: str) -> Aggregate:
    """The ledger of that name: what is put by and spent for an applicant in a month."""
    return Aggregate(Kind.BUDGET, ledger)


def submissions() -> Aggregate:
    """The aggregate of the events that stop submissions, and let them go on."""
    return Aggregate(Kind.SUBMISSIONS, "all")


def sweep(sweep_id: str) -> Aggregate:
    """The aggregate of one run of the sweeper."""
    return Aggregate(Kind.RETENTION, sweep_id)


def ledger_of(request: JobRequested) -> Aggregate:
    """The ledger that the job which was requested so is in."""
    return budget(name_ledger(request.applicant, request.at))


def event(aggregate: Aggregate, service: str, name: str) -> str:
    """The subject at which `service` publishes its event `name` on the aggregate."""
    return f"gh.evt.{aggregate.kind}.{token(aggregate.id)}.{service}.{name}"


def kind_of_event(subject: str) -> Kind:
    """The kind of aggregate an event's subject names. Raises SchemaMismatch for any other subject."""
    parts = subject.split(".", 3)
    if len(parts) != 4 or parts[:2] != ["gh", "evt"] or parts[2] not in _KINDS:
        raise SchemaMismatch("the subject is not gh.evt.<kind>.<id>.<service>.<Event>", code=MessageFault.BAD_SUBJECT)
    return _KINDS[parts[2]]


def writer_of_event(subject: str) -> str | None:
    """The service that an event's subject names; None where it names none."""
    parts = subject.split(".")
    return parts[4] if len(parts) > 5 else None


def kind_of_firing(subject: str) -> Kind:
    """The kind of aggregate a fired timer's subject names. Raises SchemaMismatch for any other subject."""
    parts = subject.split(".")
    if len(parts) != 8 or parts[:2] != ["gh", "timers"] or parts[3] != "fired" or parts[5] not in _KINDS:
        raise SchemaMismatch(
            "the subject is not gh.timers.<setter>.fired.<service>.<kind>.<id>.<name>", code=MessageFault.BAD_SUBJECT
        )
    return _KINDS[parts[5]]


def ends_of_timer(fired: str) -> tuple[str, str]:
    """Who set the timer that fired at that subject, and to whom it did."""
    parts = fired.split(".")
    return parts[2], parts[4]


def events_named(name: str, *, kind: Kind = Kind.JOB, service: str = "*") -> str:
    """The filter of every event `name` on aggregates of that kind."""
    return f"gh.evt.{kind}.*.{service}.{name}"


def command(service: str, name: str, *, host: str | None = None) -> str:
    """The subject of a command for any instance of `service`, or for the one on `host`."""
    if host is None:
        return f"gh.cmd.{service}.{name}"
    return f"gh.cmd.{service}.at.{token(host)}.{name}"


def commands_of(service: str) -> str:
    """The filter of the commands any instance of `service` may take."""
    return f"gh.cmd.{service}.*"


def commands_of_host(service: str, host: str) -> str:
    """The filter of the commands only the instance of `service` on `host` may take."""
    return f"gh.cmd.{service}.at.{token(host)}.*"


#: The queue before all bands: of what was at work already.
Again = Literal["again"]
AGAIN: Again = "again"


def in_band(service: str, name: str, band: Band | Again) -> str:
    """The subject of a command that waits in one of several queues, the more urgent first."""
    return f"gh.cmd.{service}.{band}.{name}"


def queue_of(command: str) -> str:
    """The band that a command was published in, or the host that it is for; empty where there is neither."""
    parts = command.split(".")
    return parts[-2] if len(parts) > 4 else ""


def is_for_one_host(command: str) -> bool:
    """Whether the command of that subject is for the instance on one host."""
    return len(command.split(".")) == 6


def timer_set(setter: str, aggregate: Aggregate, name: str) -> str:
    """The subject of that service's schedule of that name for the aggregate: one a subject, the last one set wins."""
    return f"gh.timers.{setter}.set.{aggregate.kind}.{token(aggregate.id)}.{token(name)}"


def timer_fired(setter: str, service: str, aggregate: Aggregate, name: str) -> str:
    """The subject at which that schedule fires, to `service`."""
    return f"gh.timers.{setter}.fired.{service}.{aggregate.kind}.{token(aggregate.id)}.{token(name)}"


def timers_set_by(setter: str) -> str:
    """The filter of that service's schedules."""
    return f"gh.timers.{setter}.set.>"


def timers_fired_to(setter: str, service: str) -> str:
    """The filter of the timers of that setter's that fire to `service`."""
    return f"gh.timers.{setter}.fired.{service}.>"


def pulse(service: str) -> str:
    """The subject at which `service` has the server store something, to know that it does."""
    return f"gh.pulse.{service}"


def dead(service: str, stream: str) -> str:
    """The subject at which `service` reports a message of `stream` it could not handle."""
    return f"gh.dead.{service}.{stream}"


def out(tenant: str, valet_task_id: str, what: str) -> str:
    """The subject at which the upstream product hears `what` became of its task."""
    return f"gh.out.{token(tenant)}.{token(valet_task_id)}.{what}"


def given_on(job_id: str) -> str:
    """The subject at which an answer to what that job asks is given on, in a human's name."""
    return f"{ANSWERED}.{token(job_id)}"


def tool(name: str, *, host: str | None = None) -> str:
    """The subject at which a browser tool is asked for: of any host, or of the one that has the session."""
    return f"browser.{name}" if host is None else f"browser.{name}.{token(host)}"


def drain(host: str) -> str:
    """The subject at which the browser-host of that name is told to open no more browsers."""
    return f"drain.{token(host)}"


def order(what: str) -> str:
    """The subject by which an operator orders that."""
    return f"orders.{what}"


def applicants(what: str) -> str:
    """The subject at which job-intake is asked to do that with all that is held of an applicant."""
    return f"applicants.{what}"


def recipes(what: str) -> str:
    """The subject at which cookbook is asked to do that with recipes."""
    return f"recipes.{what}"


def count_of_calls(user: str, minute: int) -> str:
    """The subject at which a user's calls of a minute are counted."""
    return f"gh.count.calls.{token(user)}.{minute}"
