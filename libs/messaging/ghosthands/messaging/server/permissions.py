"""What each NATS user may do, made from the ownership table, and the server's configuration around it.

A service may publish the events it owns, the commands it is meant to send, and nothing else on the log; it may
subscribe to its own inbox, so that everything it is sent comes through a consumer it was given, and to what the server
announces of the log (`log.follow`); browser-host also to the requests of the browser tools, which it may answer, and
which `tools` alone may ask for; cookbook to those about recipes, hitl-gateway to those for drafts, links and callbacks
to be tried again, job-intake to those about applicants. The vault's buckets open to `VAULT_HOLDERS` only. Streams
and consumers are made, changed and emptied by `migration` alone; single messages are taken out by those in
`_OVERWRITES`, and a browser host asks the provisioner, which has migration's login, for the consumer of its commands.

Nor has anybody an answer come to where they may not write: `accounts` keeps each user apart.

Limits. NATS checks subjects, not contents: a service could read any event (they hold no values), or append without an
expectation, which the append helper keeps from happening by mistake. Browser hosts are one user: of what waits for
hosts, and of nothing else, one could take, and acknowledge, what is for another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ghosthands.domain import ownership, services
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.message import Event
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.connection import ROUND_TRIP, inbox_of
from ghosthands.messaging.server.jetstream import API
from ghosthands.messaging.wire import subjects

Owns = Mapping[str, Mapping[Kind, Collection[type[Event]]]]

VALET = "valet"
CLI = "cli"
TOOLS = "tools"
MIGRATION = "migration"
#: At home in the server's own account, apart from all others; asks how the server is.
WATCHER = "watcher"
#: What it asks: the answer tells which stream cannot be written, and why.
HEALTH = "$SYS.REQ.SERVER.PING.HEALTHZ"

#: Every user the server knows.
USERS: tuple[str, ...] = (*services.SERVICES, VALET, CLI, TOOLS, MIGRATION)

#: Whoever answers requests may answer each once, and take so long.
ANSWER_SECONDS = 15 * 60

_ASK = (subjects.FROM_VALET, subjects.FROM_HUMANS)
#: by which NATS services are found, pinged and counted
CONTROL = "$SRV.>"
_END_SESSION = "gh.cmd.browser-host.at.*.CloseSession"
_WAKE = "gh.cmd.executor.*.RunJob"
#: what hitl-gateway asks others of whoever calls it over HTTP
_ASKED_OVER_HTTP = (subjects.LOGINS, subjects.ALL_DRAINS, subjects.MODELS)
#: What a service publishes beside its own events, dead letters and acks. What is stored is always named by a wildcard:
#: what comes by a single subject from another account keeps its own (nats-server 2.15.1), and is stored under that.
_PUBLISHES: Mapping[str, tuple[str, ...]] = {
    services.JOB_INTAKE: (_WAKE, subjects.ALL_OUT, subjects.ALL_GIVEN_ON, f"$KV.{streams.GATEWAYS}.sweeps.*"),
    services.EXECUTOR: (subjects.ALL_COMMANDS,),
    services.BROWSER_HOST: (f"$KV.{streams.HOSTS}.>", subjects.ALL_TOOLS, subjects.ALL_PROVISIONS),
    services.PLANNER: (),
    services.COOKBOOK: (),
    services.HITL_GATEWAY: (
        *_ASK,
        subjects.ALL_GIVEN_ON,  # again, where nobody could handle it
        _WAKE,
        subjects.ALL_OUT,
        subjects.ALL_COUNTS,
        f"$KV.{streams.GATEWAYS}.>",
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

#: The streams out of which a service takes single messages, which the server then overwrites on its disk: requests that
#: were dealt with; with an applicant's key their letters; a dead letter and its body; what is kept no longer.
_OVERWRITES: Mapping[str, tuple[str, ...]] = {
    services.JOB_INTAKE: (streams.INTAKE, streams.DEAD, f"KV_{streams.KEYS}", f"OBJ_{streams.ARTIFACTS}"),
    services.HITL_GATEWAY: (streams.INTAKE, streams.DEAD, f"OBJ_{streams.ARTIFACTS}"),
}

#: What is said of what was stored, of the log and of what goes outside.
ANNOUNCED = (subjects.announced(subjects.ALL_EVENTS), subjects.announced(subjects.ALL_OUT))

#: Every subject on which something is heard that was stored.
STORED_ALOUD = (*ANNOUNCED, subjects.ALL_OUT)


@dataclass(frozen=True)
class Permissions:
    """The subjects a user may publish and subscribe to."""

    publish: tuple[str, ...]
    subscribe: tuple[str, ...]
    #: whether it may answer whoever sends it a request
    answers: bool = False


#: Who asks how the server is may do nothing else.
OF_WATCHER = Permissions((HEALTH,), (f"{inbox_of(WATCHER)}.>",))


def permissions(user: str, *, owns: Owns = ownership.OWNS_OF) -> Permissions:
    """What that user may do. Raises KeyError for a user that is none of USERS."""
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
    yield subjects.ALL_PULSES
    for stream, name in _durables(service):
        yield from _consuming(stream, name)
    if service == services.BROWSER_HOST:
        yield from _consuming(streams.HOST_COMMANDS, "*")
    if service == services.PROJECTOR:
        for reads in (streams.PROJECTION, streams.REBUILD):
            yield f"{API}.CONSUMER.RESET.{reads.stream}.{reads.name}"
    yield from _reading(streams.EVENTS)
    yield from _reading(f"KV_{streams.HOSTS}")
    if service == services.EXECUTOR:
        yield f"{API}.STREAM.MSG.GET.{streams.COMMANDS}"
        yield f"{API}.STREAM.MSG.GET.{streams.HOST_COMMANDS}"
    if service in (services.JOB_INTAKE, services.HITL_GATEWAY):
        yield from _reading(streams.DEAD)
        yield from _reading(f"KV_{streams.GATEWAYS}")
    if service == services.HITL_GATEWAY:
        yield from _reading(streams.OUT)
    if service in services.VAULT_HOLDERS:
        yield from _holding_the_vault()
    if service in services.VAULT_KEEPERS:
        yield f"$KV.{streams.VAULT}.val.>"
        yield f"$KV.{streams.KEYS}.>"
    for stream in _OVERWRITES.get(service, ()):
        yield f"{API}.STREAM.MSG.DELETE.{stream}"


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
    """The declared durables of a service, as (stream, name)."""
    for consumer in streams.CONSUMERS:
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
    yield f"$O.{streams.ARTIFACTS}.>"


def _announced_to(service: str) -> tuple[str, ...]:
    """Every service may follow the log; who speaks to the outside, what is said there too."""
    return ANNOUNCED if service == services.HITL_GATEWAY else ANNOUNCED[:1]


def _inbox(user: str) -> tuple[str, ...]:
    return (f"{inbox_of(user)}.>",)
