"""Every subject that GhostHands uses, spelt in one place.

    gh.evt.<kind>.<id>.<service>.<Event>               the log; kind = job | session | recipe | applicant |
                                                       budget | submissions
    gh.cmd.<service>[.<band>].<Command>                commands for any instance; RunJob and OpenSession go by band
    gh.cmd.<service>.at.<host>.<Command>               commands for the instance on that host
    gh.timers.<setter>.set.<kind>.<id>.<name>          a schedule …
    gh.timers.<setter>.fired.<service>.<kind>.<id>.<name>   … and the message it becomes
    gh.stored.<what follows gh.>                       announcements that a message was stored, with its headers only
    gh.dead.<service>.<stream>                         dead letters
    gh.letters.<service>.<reference>                   their sealed bodies, in pieces
    gh.pulse.<service>.stored                          what a service stores to see whether the server stores
    gh.out.<tenant>.<valet_task_id>.<what>             published answers, for the upstream product
    job.<what>, human.<what>                           messages from the upstream product and from humans
    human.resolved.<job>                               an answer taken from a message about that job
    browser.<tool>[.<host>]                            requests: the browser tools
    logins.of                                          requests: an applicant's stored logins
    orders.<what>                                      requests: an operator's orders
    console.link                                       requests: links to the console
    drain.<host>                                       requests: a browser-host is to open no more browsers
    provision.host                                     requests: the consumer of a browser host's commands
    drafts.of                                          requests: the drafts that a job waits to have reviewed
    callbacks.redrive                                  requests: callbacks that were given up, tried again
    applicants.<what>                                  requests: everything held of an applicant, exported or erased
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
#: A subject that nobody publishes to: the log's only one while its beginning leaves the server.
NO_EVENTS = "gh.closed.evt"
#: The subject of the log's copy meanwhile, and of the log until it is complete again.
NO_EVENTS_OF_COPY = "gh.closed.evt.copy"
NO_EVENTS_YET = "gh.closed.evt.anew"
#: What the stream of what humans send has until all of it lies there.
NO_HUMANS_YET = "gh.closed.human"
ALL_COMMANDS = "gh.cmd.>"
#: the commands that any instance of a service may take, with or without a band; and those for the instance on one host
COMMANDS_FOR_ANY = ("gh.cmd.*.*", "gh.cmd.*.*.*")
COMMANDS_FOR_HOSTS = "gh.cmd.*.at.*.*"
ALL_DEAD_LETTERS = "gh.dead.>"
ALL_LETTERS = "gh.letters.*.*"
ALL_PULSES = "gh.pulse.*.*"
ALL_OUT = "gh.out.>"
ALL_COUNTS = "gh.count.>"
FROM_VALET = "job.*"
FROM_HUMANS = "human.*"
#: of those, the answer to a job's request
ANSWERED = "human.resolved"
#: and the answers that job-intake passes on
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
    """Return the subject at which the server announces what was stored on that subject or filter of ours."""
    return f"gh.stored.{stored.removeprefix('gh.')}"


def matches(subject: str, on: str) -> bool:
    """Whether the server would deliver a message on that subject for that filter."""
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
    """Return `text` if it is one safe subject token, else `x` and a hash of it; the same text gives the same token."""
    if _SAFE_TOKEN.fullmatch(text):
        return text
    return "x" + hashlib.sha256(text.encode()).hexdigest()[:40]


@dataclass(frozen=True, slots=True)
class Aggregate:
    """The identity of an aggregate: one job, session, recipe, applicant or ledger."""

    kind: Kind
    id: str

    def subjects(self) -> str:
        """Return the filter of all its events, whoever wrote them, which guards a decision."""
        return f"gh.evt.{self.kind}.{token(self.id)}.>"

    def written_by(self, service: str) -> str:
        """Return the filter of the events that `service` wrote on it, which guards a fact."""
        return f"gh.evt.{self.kind}.{token(self.id)}.{service}.>"


def job(job_id: str) -> Aggregate:
    """Return the aggregate of the job with that id."""
    return Aggregate(Kind.JOB, job_id)


def session(session_id: str) -> Aggregate:
    """Return the aggregate of the session with that id.

    It is a warm, operator or tool session; one that serves a job writes on the job.
    """
    return Aggregate(Kind.SESSION, session_id)


def recipe(site: str) -> Aggregate:
    """Return the aggregate of that site's recipes."""
    return Aggregate(Kind.RECIPE, site)


def applicant(applicant_id: str) -> Aggregate:
    """Return the aggregate of the applicant with that id."""
    return Aggregate(Kind.APPLICANT, applicant_id)


def budget(ledger: str) -> Aggregate:
    """Return the aggregate of the ledger with that name: an applicant's reservations and costs in a month."""
    return Aggregate(Kind.BUDGET, ledger)


def submissions() -> Aggregate:
    """Return the aggregate of the events that stop and allow submissions."""
    return Aggregate(Kind.SUBMISSIONS, "all")


def sweep(sweep_id: str) -> Aggregate:
    """Return the aggregate of one run of the sweeper."""
    return Aggregate(Kind.RETENTION, sweep_id)


def ledger_of(request: JobRequested) -> Aggregate:
    """Return the aggregate of the ledger that counts the costs of the job with this request."""
    return budget(name_ledger(request.applicant, request.at))


def event(aggregate: Aggregate, service: str, name: str) -> str:
    """Return the subject on which `service` publishes its event `name` on the aggregate."""
    return f"gh.evt.{aggregate.kind}.{token(aggregate.id)}.{service}.{name}"


def kind_of_event(subject: str) -> Kind:
    """Return the aggregate's kind in an event's subject. Raises SchemaMismatch for any other subject."""
    parts = subject.split(".", 3)
    if len(parts) != 4 or parts[:2] != ["gh", "evt"] or parts[2] not in _KINDS:
        raise SchemaMismatch("the subject is not gh.evt.<kind>.<id>.<service>.<Event>", code=MessageFault.BAD_SUBJECT)
    return _KINDS[parts[2]]


def id_in_event(subject: str) -> str:
    """Return the id of the aggregate that the event's subject names."""
    return subject.split(".")[3]


def writer_of_event(subject: str) -> str | None:
    """Return the service in an event's subject; None if there is none."""
    parts = subject.split(".")
    return parts[4] if len(parts) > 5 else None


def kind_of_firing(subject: str) -> Kind:
    """Return the aggregate's kind in a fired timer's subject. Raises SchemaMismatch for any other subject."""
    parts = subject.split(".")
    if len(parts) != 8 or parts[:2] != ["gh", "timers"] or parts[3] != "fired" or parts[5] not in _KINDS:
        raise SchemaMismatch(
            "the subject is not gh.timers.<setter>.fired.<service>.<kind>.<id>.<name>", code=MessageFault.BAD_SUBJECT
        )
    return _KINDS[parts[5]]


def ends_of_timer(fired: str) -> tuple[str, str]:
    """Return the setter of the timer that fired at that subject, and the service it fired to."""
    parts = fired.split(".")
    return parts[2], parts[4]


def events_named(name: str, *, kind: Kind = Kind.JOB, service: str = "*") -> str:
    """Return the filter of every event `name` on aggregates of that kind."""
    return f"gh.evt.{kind}.*.{service}.{name}"


def command(service: str, name: str, *, host: str | None = None) -> str:
    """Return the subject of a command for any instance of `service`, or for the one on `host`."""
    if host is None:
        return f"gh.cmd.{service}.{name}"
    return f"gh.cmd.{service}.at.{token(host)}.{name}"


def commands_of(service: str) -> str:
    """Return the filter of the commands that any instance of `service` may take."""
    return f"gh.cmd.{service}.*"


def commands_of_host(service: str, host: str) -> str:
    """Return the filter of the commands that only the instance of `service` on `host` may take."""
    return f"gh.cmd.{service}.at.{token(host)}.*"


#: The queue before all bands: for jobs that were already at work.
Again = Literal["again"]
AGAIN: Again = "again"


def in_band(service: str, name: str, band: Band | Again) -> str:
    """Return the subject of a command in one of several queues, which are taken by urgency."""
    return f"gh.cmd.{service}.{band}.{name}"


def queue_of(command: str) -> str:
    """Return the band of a command's subject, or the host it is for; empty if there is neither."""
    parts = command.split(".")
    return parts[-2] if len(parts) > 4 else ""


def is_for_one_host(command: str) -> bool:
    """Whether the command on that subject is for the instance on one host."""
    return len(command.split(".")) == 6


def timer_set(setter: str, aggregate: Aggregate, name: str) -> str:
    """Return the subject of a service's schedule of that name for the aggregate; setting it again replaces it."""
    return f"gh.timers.{setter}.set.{aggregate.kind}.{token(aggregate.id)}.{token(name)}"


def timer_fired(setter: str, service: str, aggregate: Aggregate, name: str) -> str:
    """Return the subject on which that schedule fires to `service`."""
    return f"gh.timers.{setter}.fired.{service}.{aggregate.kind}.{token(aggregate.id)}.{token(name)}"


def timers_set_by(setter: str) -> str:
    """Return the filter of that service's schedules."""
    return f"gh.timers.{setter}.set.>"


def timers_fired_to(setter: str, service: str) -> str:
    """Return the filter of that setter's timers that fire to `service`."""
    return f"gh.timers.{setter}.fired.{service}.>"


def pulse(service: str) -> str:
    """Return the subject on which `service` stores a message to see whether the server stores it."""
    return f"gh.pulse.{service}.stored"


def pulses_of(service: str) -> str:
    """Return the filter of the messages that only `service` stores for that purpose."""
    return f"gh.pulse.{service}.*"


def dead(service: str, stream: str) -> str:
    """Return the subject on which `service` reports a message of `stream` that it could not handle."""
    return f"gh.dead.{service}.{stream}"


def letter(service: str, reference: str) -> str:
    """Return the subject on which `service` stores the sealed body of its dead letter, in pieces."""
    return f"gh.letters.{service}.{reference}"


def letters_of(service: str) -> str:
    """Return the filter of the sealed bodies that only `service` stores."""
    return f"gh.letters.{service}.*"


def out(tenant: str, valet_task_id: str, what: str) -> str:
    """Return the subject on which the upstream product hears answers of the kind `what` about its task."""
    return f"gh.out.{token(tenant)}.{token(valet_task_id)}.{what}"


def given_on(job_id: str) -> str:
    """Return the subject on which an answer to that job's request is passed on, in a human's name."""
    return f"{ANSWERED}.{token(job_id)}"


def tool(name: str, *, host: str | None = None) -> str:
    """Return the subject of a browser tool's requests: to any host, or to the one with the session."""
    return f"browser.{name}" if host is None else f"browser.{name}.{token(host)}"


def drain(host: str) -> str:
    """Return the subject of requests to the browser-host of that name to open no more browsers."""
    return f"drain.{token(host)}"


def order(what: str) -> str:
    """Return the subject of an operator's orders of that kind."""
    return f"orders.{what}"


def applicants(what: str) -> str:
    """Return the subject of requests to job-intake for everything held of an applicant."""
    return f"applicants.{what}"


def recipes(what: str) -> str:
    """Return the subject of requests to cookbook about recipes."""
    return f"recipes.{what}"


def count_of_calls(user: str, minute: int) -> str:
    """Return the subject on which a user's calls in a minute are counted."""
    return f"gh.count.calls.{token(user)}.{minute}"
