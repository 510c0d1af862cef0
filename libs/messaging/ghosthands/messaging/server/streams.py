"""Every stream and bucket, declared once; `migrating` makes the server match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from ghosthands.domain import services
from ghosthands.messaging.wire import subjects

INTAKE = "GH_INTAKE"
HUMANS = "GH_HUMANS"
EVENTS = "GH_EVENTS"
COMMANDS = "GH_COMMANDS"
HOST_COMMANDS = "GH_HOST_COMMANDS"
DEAD = "GH_DEAD"
LETTERS = "GH_LETTERS"
OUT = "GH_OUT"
COUNTS = "GH_COUNTS"
PULSES = "GH_PULSES"
HOSTS = "gh_hosts"
VAULT = "gh_vault"
KEYS = "gh_keys"
GATEWAYS = "gh_gateways"
ARTIFACTS = "gh_artifacts"

#: Messages from outside wait in these until they were dealt with; then they are overwritten on the disk.
FROM_OUTSIDE = (INTAKE, HUMANS)

#: The largest event or command. They contain references, never values, so a large one is a mistake.
MAX_EVENT_BYTES = 256 * 1024
#: The largest request from outside: an inline resume of 5 MB in base64 and the rest of a request.
MAX_INTAKE_BYTES = 8 * 1024 * 1024
MAX_VALUE_BYTES = 1024 * 1024

#: The services that set timers, and those their timers fire to. Each setter has a stream of its own: in a shared one,
#: a message could by its headers end any other's schedule, or roll up all of them, which schedules always allow
#: (nats-server 2.15.1).
TIMERS: Mapping[str, tuple[str, ...]] = {
    services.EXECUTOR: (services.EXECUTOR, services.HITL_GATEWAY),
    services.BROWSER_HOST: (services.PLANNER,),
    services.PLANNER: (services.PLANNER,),
    services.HITL_GATEWAY: (services.HITL_GATEWAY,),
}

DUPLICATE_WINDOW = timedelta(seconds=120)


@dataclass(frozen=True)
class Stream:
    """A declared stream; `flags` as the JetStream API spells them."""

    name: str
    subjects: tuple[str, ...]
    retention: str = "limits"
    max_age: timedelta = timedelta(0)
    max_message_bytes: int = MAX_EVENT_BYTES
    #: Whether it announces each stored message to followers (`log.follow`).
    announces: bool = False
    #: Whether the announcement contains the message: others receive published answers in this way.
    announces_whole: bool = False
    flags: Mapping[str, Any] = field(default_factory=dict)

    def config(self, replicas: int) -> dict[str, Any]:
        """Return the stream's configuration for JetStream's API."""
        return {
            "name": self.name,
            "subjects": list(self.subjects),
            "retention": self.retention,
            "storage": "file",
            "discard": "old",
            "num_replicas": replicas,
            "max_age": nanoseconds(self.max_age),
            "max_msg_size": self.max_message_bytes,
            "max_msgs": -1,
            "max_bytes": -1,
            "max_msgs_per_subject": -1,
            "max_consumers": -1,
            "duplicate_window": nanoseconds(DUPLICATE_WINDOW),
            # otherwise a publisher on one subject of the stream could delete, by a header, the messages on all of them
            "allow_rollup_hdrs": False,
            **self._announcing(),
            **self.flags,
        }

    def _announcing(self) -> dict[str, Any]:
        if not self.announces:
            return {}
        [all_of_it] = self.subjects
        whole = {} if self.announces_whole else {"headers_only": True}  # the server omits a switch that is off
        return {"republish": {"src": all_of_it, "dest": subjects.announced(all_of_it), **whole}}


def timers_of(setter: str) -> str:
    """Return the name of the stream of the timers that the service sets."""
    return f"GH_TIMERS_{setter.upper().replace('-', '_')}"


def timers_to(service: str) -> list[str]:
    """Return the names of the streams of timers that fire to the service."""
    return [timers_of(setter) for setter, heard_by in TIMERS.items() if service in heard_by]


_KEY_VALUE = {
    "max_msgs_per_subject": 1,
    "allow_direct": True,
    "allow_msg_ttl": True,
    "deny_delete": True,
    "discard": "new",
}


def _from_outside(name: str, *of_it: str) -> Stream:
    flags = {"allow_direct": True}
    return Stream(name, of_it, retention="workqueue", max_message_bytes=MAX_INTAKE_BYTES, flags=flags)


STREAMS = (
    # has the locks of moves
    Stream(DEAD, (subjects.ALL_DEAD_LETTERS,), max_age=timedelta(days=30), flags={"allow_direct": True}),
    # the sealed bodies of dead letters; without a time limit, since the server does not overwrite what expires
    Stream(LETTERS, (subjects.ALL_LETTERS,), max_message_bytes=MAX_VALUE_BYTES, flags={"allow_direct": True}),
    # separate from the requests: a permission to delete messages is for all of a stream; before the requests' stream,
    # whose declaration leaves no place for messages that were not moved yet
    _from_outside(HUMANS, subjects.FROM_HUMANS, subjects.ALL_GIVEN_ON),
    _from_outside(INTAKE, subjects.FROM_VALET),
    Stream(
        EVENTS,
        (subjects.ALL_EVENTS,),
        announces=True,
        flags={"deny_delete": True, "deny_purge": True, "allow_direct": True, "allow_atomic": True},
    ),
    Stream(COMMANDS, subjects.COMMANDS_FOR_ANY, retention="workqueue", flags={"allow_direct": True}),
    # separate: a permission cannot distinguish the durables of unknown hosts from others of the same stream
    Stream(HOST_COMMANDS, (subjects.COMMANDS_FOR_HOSTS,), retention="workqueue", flags={"allow_direct": True}),
    # separate from the events: scheduled messages disable deny_purge for the whole stream, and enable rollups
    *(
        Stream(
            timers_of(setter),
            (subjects.timers_set_by(setter), *(subjects.timers_fired_to(setter, service) for service in heard_by)),
            retention="workqueue",
            flags={"allow_msg_schedules": True, "allow_rollup_hdrs": True},
        )
        for setter, heard_by in TIMERS.items()
    ),
    Stream(
        OUT,
        (subjects.ALL_OUT,),
        max_age=timedelta(days=1),
        announces=True,
        announces_whole=True,
        flags={"allow_direct": True},
    ),
    # counted by NATS itself, one message each: how often gateways side by side may do something
    Stream(COUNTS, (subjects.ALL_COUNTS,), max_age=timedelta(minutes=5), flags={"allow_msg_counter": True}),
    # only a service's last one matters
    Stream(PULSES, (subjects.ALL_PULSES,), flags={"max_msgs_per_subject": 1}),
    Stream(f"KV_{HOSTS}", (f"$KV.{HOSTS}.>",), flags=_KEY_VALUE),
    Stream(f"KV_{GATEWAYS}", (f"$KV.{GATEWAYS}.>",), flags=_KEY_VALUE),
    Stream(f"KV_{VAULT}", (f"$KV.{VAULT}.>",), max_message_bytes=MAX_VALUE_BYTES, flags=_KEY_VALUE),
    # The server keeps a replaced message's bytes on the disk. So nothing is replaced here, and old records are deleted,
    # which overwrites them.
    Stream(f"KV_{KEYS}", (f"$KV.{KEYS}.>",), flags={**_KEY_VALUE, "max_msgs_per_subject": -1, "deny_delete": False}),
    Stream(
        f"OBJ_{ARTIFACTS}",
        tuple(f"$O.{ARTIFACTS}.{kind}.{name}" for kind in "CM" for name in ("*", "*.*")),
        max_message_bytes=MAX_VALUE_BYTES,
        flags={"allow_direct": True, "allow_msg_ttl": True, "discard": "new"},
    ),
)


def nanoseconds(duration: timedelta) -> int:
    """Return the duration as the JetStream API has it."""
    return round(duration.total_seconds() * 1_000_000_000)
