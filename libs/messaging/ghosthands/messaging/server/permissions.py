"""The permissions of each NATS user, made from the ownership table.

A service may publish the events it owns and the commands it is meant to send, and nothing else on the log. It may
subscribe to its own inbox, so that everything it receives comes through a consumer it was given, and to the server's
announcements of the log (`log.follow`). Some services may also hear and answer requests: browser-host those of the
browser tools, which only `tools` may send; cookbook those about recipes; hitl-gateway those for drafts, links and
callbacks to retry; job-intake those about applicants. Only `VAULT_HOLDERS` may read the vault's buckets. Each service
may write the kinds of values that it stores; files, page models and the bodies of dead letters each lie on subjects
that only their writer may publish to. Only `migration` makes, changes and empties streams and consumers; the services
in `_OVERWRITES` may delete single messages, and a browser host asks the provisioner, which has migration's login, for
the consumer of its commands.

Nor can anybody have an answer sent to a subject they may not write: `accounts` keeps the users apart.

Limits: NATS checks subjects, not contents. A service could read any event (they contain no values), or append without
an expectation, which the append helper prevents from happening by mistake. All browser hosts are one user: a host could
take and acknowledge the commands for another host, and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ghosthands.domain import ownership, services
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.message import Event
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.connection import ROUND_TRIP, inbox_of
from ghosthands.messaging.server.jetstream import API
from ghosthands.messaging.wire import subjects

Owns = Mapping[str, Mapping[Kind, Collection[type[Event]]]]

VALET = "valet"
CLI = "cli"
TOOLS = "tools"
MIGRATION = "migration"
#: In the server's own account, apart from all others; checks the server's health.
WATCHER = "watcher"
#: Its request, whose answer tells which stream cannot be written, and why.
HEALTH = "$SYS.REQ.SERVER.PING.HEALTHZ"

#: Every user the server knows.
USERS: tuple[str, ...] = (*services.SERVICES, VALET, CLI, TOOLS, MIGRATION)

#: A service may answer each request once, within this time.
ANSWER_SECONDS = 15 * 60

_ASK = (subjects.FROM_VALET, subjects.FROM_HUMANS)
#: the subjects by which NATS services are found, pinged and counted
CONTROL = "$SRV.>"
_END_SESSION = "gh.cmd.browser-host.at.*.CloseSession"
_WAKE = "gh.cmd.executor.*.RunJob"
#: requests that hitl-gateway sends to other services for its HTTP callers
_ASKED_OVER_HTTP = (subjects.LOGINS, subjects.ALL_DRAINS, subjects.MODELS)
#: What a service publishes beside its own events, dead letters and acks. Subjects that are stored always have a
#: wildcard: a message imported by a single subject from another account keeps that one (nats-server 2.15.1), and is
#: stored under it.
_PUBLISHES: Mapping[str, tuple[str, ...]] = {
    services.JOB_INTAKE: (_WAKE, subjects.ALL_OUT, subjects.ALL_GIVEN_ON),
    services.EXECUTOR: (subjects.ALL_COMMANDS,),
    services.BROWSER_HOST: (f"$KV.{streams.HOSTS}.>", subjects.ALL_TOOLS, subjects.ALL_PROVISIONS),
    services.PLANNER: (),
    services.COOKBOOK: (),
    services.HITL_GATEWAY: (
        *_ASK,
        subjects.ALL_GIVEN_ON,  # again, if nobody could handle it
        _WAKE,
        subjects.ALL_OUT,
        subjects.ALL_COUNTS,
        *_ASKED_OVER_HTTP,
    ),
    services.PROJECTOR: (),
}

#: The requests that a service hears and may answer.
ANSWERED: Mapping[str, tuple[str, ...]] = {
    services.JOB_INTAKE: (subjects.ALL_APPLICANTS,),
    services.BROWSER_HOST: (subjects.ALL_TOOLS, subjects.LOGINS, subjects.ALL_DRAINS),
    services.PLANNER: (subjects.MODELS,),
    services.COOKBOOK: (subjects.ALL_RECIPES,),
    services.HITL_GATEWAY: (
        subjects.DRAFTS,
        subjects.ANSWERS,
        subjects.CODE_SOURCES,
        subjects.LINKS,
        subjects.ALL_ORDERS,
        subjects.REDRIVE_CALLBACKS,
    ),
}

#: The streams of which a service may delete single messages, which the server then overwrites on its disk: handled
#: requests; with an applicant's key their dead letters; a dead letter and its body; expired data.
_OVERWRITES: Mapping[str, tuple[str, ...]] = {
    services.JOB_INTAKE: (
        streams.INTAKE,
        streams.DEAD,
        streams.LETTERS,
        f"KV_{streams.KEYS}",
        f"OBJ_{streams.ARTIFACTS}",
    ),
    services.HITL_GATEWAY: (streams.HUMANS, streams.DEAD, streams.LETTERS),
}

#: The announcements of the log and of published answers.
ANNOUNCED = (subjects.announced(subjects.ALL_EVENTS), subjects.announced(subjects.ALL_OUT))

#: Every subject on which a stored message is heard.
STORED_ALOUD = (*ANNOUNCED, subjects.ALL_OUT)


@dataclass(frozen=True)
class Permissions:
    """The subjects that a user may publish and subscribe to."""

    publish: tuple[str, ...]
    subscribe: tuple[str, ...]
    #: whether it may answer requests sent to it
    answers: bool = False


#: The health check may do nothing else.
OF_WATCHER = Permissions((HEALTH,), (f"{inbox_of(WATCHER)}.>",))


def permissions(user: str, *, owns: Owns = ownership.OWNS_OF) -> Permissions:
    """Return the user's permissions. Raises KeyError for a user that is none of USERS."""
    if user == MIGRATION:
        return Permissions((">",), (">",))
    if user == VALET:
        return Permissions((*_ASK, subjects.DRAFTS), (*_inbox(user), subjects.ALL_OUT))
    if user == CLI:
        return Permissions(tuple(_cli_publishes()), (*_inbox(user), *ANNOUNCED))
    if user == TOOLS:
        return Permissions((ROUND_TRIP, subjects.TOOLS_OF_ANY_HOST, CONTROL), _inbox(user))
    answered = ANSWERED.get(user, ())
    hears = (*_inbox(user), *_announced_to(user), *answered, *([CONTROL] if answered else []))
    return Permissions(tuple(_service_publishes(user, owns[user])), hears, answers=bool(answered))


def _service_publishes(service: str, owned: Mapping[Kind, Collection[type[Event]]]) -> Iterable[str]:
    yield ROUND_TRIP
    yield from sorted(
        subjects.events_named(event.__name__, kind=kind, service=service)
        for kind, events in owned.items()
        for event in events
    )
    yield from _PUBLISHES[service]
    if service in streams.TIMERS:
        yield subjects.timers_set_by(service)
    yield subjects.dead(service, "*")
    yield subjects.pulses_of(service)
    for stream, name in _durables(service):
        yield from _consuming(stream, name)
    if service == services.BROWSER_HOST:
        yield from _consuming(streams.HOST_COMMANDS, "*")
    if service == services.PROJECTOR:
        for reads in (consumers.PROJECTION, consumers.REBUILD):
            yield f"{API}.CONSUMER.RESET.{reads.stream}.{reads.name}"
    yield from _reading(streams.EVENTS)
    yield from _reading(f"KV_{streams.HOSTS}")
    if service == services.EXECUTOR:
        yield f"{API}.STREAM.MSG.GET.{streams.COMMANDS}"
        yield f"{API}.STREAM.MSG.GET.{streams.HOST_COMMANDS}"
        yield f"{API}.STREAM.LIST"
        yield f"{API}.CONSUMER.LIST.*"
    if service in (services.JOB_INTAKE, services.HITL_GATEWAY):
        yield from _reading(streams.DEAD)
        yield from _reading(streams.LETTERS)
        yield from _reading(f"KV_{streams.GATEWAYS}")
    for kind in services.AGREED_BY.get(service, ()):
        yield f"$KV.{streams.GATEWAYS}.{kind}.*"
    if service == services.HITL_GATEWAY:
        yield from _reading(streams.OUT)
    if service in services.VAULT_HOLDERS:
        yield from _holding_the_vault()
        yield subjects.letters_of(service)
        yield from _storing_objects(service)
    for path in services.VALUES_OF.get(service, ()):
        yield f"$KV.{streams.VAULT}.val.*.{path}"
    if service in services.KEY_MAKERS:
        yield f"$KV.{streams.KEYS}.key.*"
        yield f"$KV.{streams.KEYS}.copy.*"
    if service == services.KEY_KEEPER:
        yield f"$KV.{streams.KEYS}.master.*"
    for stream in _OVERWRITES.get(service, ()):
        yield f"{API}.STREAM.MSG.DELETE.{stream}"
        if stream in streams.FROM_OUTSIDE:  # it looks whether a message is gone that could not be deleted
            yield f"{API}.STREAM.MSG.GET.{stream}"


def _cli_publishes() -> Iterable[str]:
    yield ROUND_TRIP
    yield from _ASK
    yield _END_SESSION
    yield subjects.LOGINS
    yield subjects.DRAFTS
    yield subjects.ANSWERS
    yield subjects.CODE_SOURCES
    yield subjects.ALL_APPLICANTS
    yield subjects.REDRIVE_CALLBACKS
    yield subjects.LINKS
    yield subjects.ALL_ORDERS
    yield subjects.ALL_RECIPES
    yield from _reading(streams.EVENTS)
    for stream in (f"KV_{streams.HOSTS}", streams.OUT, streams.DEAD):
        yield from _reading(stream)


def _durables(service: str) -> Iterable[tuple[str, str]]:
    """Yield the declared durables of a service, as (stream, name)."""
    for consumer in consumers.CONSUMERS:
        if consumer.service == service:
            yield consumer.stream, consumer.name


def _consuming(stream: str, consumer: str) -> Iterable[str]:
    yield f"{API}.CONSUMER.MSG.NEXT.{stream}.{consumer}"
    yield f"{API}.CONSUMER.INFO.{stream}.{consumer}"
    yield f"$JS.ACK.{stream}.{consumer}.>"


def _reading(stream: str) -> Iterable[str]:
    yield f"{API}.STREAM.INFO.{stream}"
    yield f"{API}.STREAM.MSG.GET.{stream}"
    yield f"{API}.DIRECT.GET.{stream}"
    yield f"{API}.DIRECT.GET.{stream}.>"


def _holding_the_vault() -> Iterable[str]:
    yield from _reading(f"KV_{streams.VAULT}")
    yield from _reading(f"KV_{streams.KEYS}")
    yield from _reading(f"OBJ_{streams.ARTIFACTS}")


def _storing_objects(service: str) -> Iterable[str]:
    """Yield where a service names its objects and puts their bytes; the sweep marks everybody's as deleted."""
    if service == services.PAGE_WRITER:
        yield f"$O.{streams.ARTIFACTS}.M.*"
        yield f"$O.{streams.ARTIFACTS}.C.*"
    if service in services.FILE_WRITERS:
        yield f"$O.{streams.ARTIFACTS}.C.{service}.*"
        yield f"$O.{streams.ARTIFACTS}.M.{'>' if service == services.JOB_INTAKE else f'{service}.*'}"


def _announced_to(service: str) -> tuple[str, ...]:
    """Return the announcements a service hears: all hear the log's, hitl-gateway also those of published answers."""
    return ANNOUNCED if service == services.HITL_GATEWAY else ANNOUNCED[:1]


def _inbox(user: str) -> tuple[str, ...]:
    return (f"{inbox_of(user)}.>",)
