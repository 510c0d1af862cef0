"""The published contract, made from the code: `python -m ghosthands.messaging.server.schemas [--check] SCHEMAS NATS`.

    SCHEMAS/<kind>/v<version>/<Name>.json   a JSON Schema for each event, command or page model, by
                                            version; only its descriptions may change
    SCHEMAS/asyncapi.json                   AsyncAPI 3: every subject, its senders and receivers; the schemas of
                                            messages exchanged with others are in SCHEMAS/outer, which
                                            `ghosthands.contract.published` writes
    NATS/permissions.conf                   each service's NATS permissions, from the ownership table
    NATS/streams.json                       every stream's configuration

A message whose schema changed needs a new VERSION and an upcaster from the previous one; without them both writing and
checking fail.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ghosthands.domain import ownership, registry, services
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.message import Command, Event
from ghosthands.domain.page import PageModel
from ghosthands.messaging.server import configuration, streams

Message = type[Event] | type[Command]
Versioned = Message | type[PageModel]

#: classes renamed since a schema with them was published, which must not change for a name alone
_FIRST_NAMES = {"EngineRecord": "Seen"}

_PARAMETER = re.compile(r"{(\w+)}")

#: messages exchanged with others, by name: the subject, the service in charge, and a summary; docs/wire.md has more
OUTER: Mapping[str, tuple[str, str, str]] = {
    "job.requested": ("job.requested", services.JOB_INTAKE, "An application is wanted."),
    "job.cancel": ("job.cancel", services.JOB_INTAKE, "A job is to be stopped, unless its submission has begun."),
    "job.retry": ("job.retry", services.JOB_INTAKE, "A job that ended unsent is to be tried anew."),
    "job.continue": (
        "job.continue",
        services.JOB_INTAKE,
        "Somebody in charge says something to a paused or ended job.",
    ),
    "human.resolved": ("human.resolved", services.HITL_GATEWAY, "A human answered what they were asked."),
    "human.came": ("human.came", services.HITL_GATEWAY, "Who was asked is there: the page is opened for them."),
    "accepted": ("gh.out.{tenant}.{task}.accepted", services.JOB_INTAKE, "A request was taken, and its job's id."),
    "rejected": ("gh.out.{tenant}.{task}.rejected", services.JOB_INTAKE, "A request was refused, and why."),
    "status": ("gh.out.{tenant}.{task}.status", services.HITL_GATEWAY, "How a job stands now."),
    "answer": ("gh.out.{tenant}.{task}.answer", services.HITL_GATEWAY, "Whether a human's answer was taken."),
    "cancel": ("gh.out.{tenant}.{task}.cancel", services.JOB_INTAKE, "Whether a job can still be stopped."),
    "continue": ("gh.out.{tenant}.{task}.continue", services.JOB_INTAKE, "How a job goes on by what was said."),
    "retry": ("gh.out.{tenant}.{task}.retry", services.JOB_INTAKE, "Whether a job can be tried anew."),
}


class Broken(Exception):
    """The committed contract differs from the code; the text names the file and the fix."""


def messages() -> dict[str, Message]:
    """Return every event and command by name."""
    return {**registry.EVENTS, **registry.COMMANDS}


def versioned() -> dict[str, Versioned]:
    """Return all whose schemas have versions by name: the messages, and what is stored for other services to read."""
    return {**messages(), **registry.DOCUMENTS}


def schema_path(message: Versioned) -> Path:
    """Return the path of the schema of its current version, below the folder of schemas."""
    _, _, kind, *_ = message.__module__.split(".")  # a module or package of ghosthands.domain
    return Path(kind) / f"v{message.VERSION}" / f"{message.__name__}.json"


def schema(message: Versioned) -> dict[str, Any]:
    """Return the JSON Schema of a message's payload, or of a document."""
    (whole,), parts = msgspec.json.schema_components([message], ref_template="#/$defs/{name}")
    own = parts.pop(message.__name__)
    described = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": str(schema_path(message)), **own}
    assert whole  # noqa: S101  a reference to `own`, which is at the top instead
    published: dict[str, Any] = _restore_first_names({**described, **({"$defs": parts} if parts else {})})
    return published


def _restore_first_names(node: Any) -> Any:
    """Return the schema with each part under the name it was first published by."""
    if isinstance(node, dict):
        return {_FIRST_NAMES.get(name, name): _restore_first_names(value) for name, value in node.items()}
    if isinstance(node, list):
        return [_restore_first_names(value) for value in node]
    for today, first in _FIRST_NAMES.items() if isinstance(node, str) else ():
        if node in (today, f"#/$defs/{today}"):
            return node.replace(today, first)
    return node


def generated() -> Iterator[tuple[Path, str]]:
    """Yield every file below the folder of schemas, with its text."""
    for message in versioned().values():
        yield schema_path(message), _text(schema(message))
    yield Path("asyncapi.json"), _text(asyncapi())


def generated_for_nats() -> Iterator[tuple[Path, str]]:
    """Yield every file below the folder for NATS, with its text."""
    yield Path("permissions.conf"), _permissions()
    yield Path("streams.json"), _text([stream.config(replicas=3) for stream in streams.STREAMS])


def asyncapi() -> dict[str, Any]:
    """Return all messages as an AsyncAPI 3 document."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "GhostHands",
            "version": "1",
            "description": "Events are facts on the log, commands are wishes in a queue.",
        },
        "channels": {
            **{name: _channel(message) for name, message in messages().items()},
            **{name: _outer_channel(name, address) for name, (address, *_) in OUTER.items()},
        },
        "operations": {**dict(_operations()), **dict(_outer_operations())},
        "components": {
            "messages": {
                name: {
                    "name": f"ghosthands.{name}.v{message.VERSION}",
                    "summary": (message.__doc__ or "").strip().partition("\n")[0],
                    "contentType": "application/json",
                    "payload": {"$ref": f"./{schema_path(message)}"},
                }
                for name, message in messages().items()
            }
            | {
                name: {
                    "name": name,
                    "summary": summary,
                    "contentType": "application/json",
                    "payload": {"$ref": f"./outer/{name}.json"},
                }
                for name, (address, _, summary) in OUTER.items()
            }
        },
    }


def _outer_channel(name: str, address: str) -> dict[str, Any]:
    parameters = {part: {"description": f"the message's {part}"} for part in _PARAMETER.findall(address)}
    return {
        "address": address,
        **({"parameters": parameters} if parameters else {}),
        "messages": {name: {"$ref": f"#/components/messages/{name}"}},
    }


def _is_ours(address: str) -> bool:
    """Whether GhostHands publishes to the address."""
    return address.startswith("gh.out.")


def _outer_operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, (address, service, _) in OUTER.items():
        action = "send" if _is_ours(address) else "receive"
        yield f"{service}.{action}.{name}", {"action": action, "channel": {"$ref": f"#/channels/{name}"}}


def _channel(message: Message) -> dict[str, Any]:
    name = message.__name__
    reference = {"messages": {name: {"$ref": f"#/components/messages/{name}"}}}
    if issubclass(message, Command):
        return {"address": _command_address(message), **reference}
    return {
        "address": "gh.evt.{kind}.{id}.{service}." + name,
        "parameters": {
            "kind": {"enum": _kinds(message)},
            "id": {"description": "the aggregate's id"},
            "service": {"enum": _writers(message)},
        },
        **reference,
    }


def _command_address(message: type[Command]) -> str:
    to_host = "at.{host}." if message.SERVICE == services.BROWSER_HOST else ""
    return f"gh.cmd.{message.SERVICE}.{'{band}.' if message.BANDED else to_host}{message.__name__}"


def _kinds(message: type[Event]) -> list[str]:
    return [kind.value for kind in Kind if ownership.may_be_of(kind, message.__name__)]


def _writers(message: Message) -> list[str]:
    return sorted(service for service, owned in ownership.OWNS.items() if message in owned)


def _operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the AsyncAPI operations: the writers of each event and the receiver of each command."""
    for name, message in messages().items():
        channel = {"channel": {"$ref": f"#/channels/{name}"}}
        if issubclass(message, Command):
            yield f"{message.SERVICE}.receive{name}", {"action": "receive", **channel}
        else:
            for service in _writers(message):
                yield f"{service}.send{name}", {"action": "send", **channel}


def _permissions() -> str:
    """Return the permissions file that an operator's own server includes, with a password variable for each user."""
    told = "# Generated from the ownership table; `make schemas`. Include it in the server's configuration."
    return f"{told}\n\n{configuration.included()}"


def _text(content: Any) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def check(folder: Path, files: Iterator[tuple[Path, str]]) -> None:
    """Compare the committed files. Raises Broken if one is missing or differs."""
    for path, text in files:
        committed = folder / path
        if not committed.exists():
            raise Broken(f"{committed} is missing: run `make schemas` and commit it")
        if (known := committed.read_text(encoding="utf-8")) != text:
            raise Broken(_mend(committed, reworded=_is_final(path) and _is_reworded(known, text)))


def write(folder: Path, files: Iterator[tuple[Path, str]]) -> None:
    """Write the files that are missing or may change. Raises Broken if a version's schema would change."""
    for path, text in files:
        target = folder / path
        if _is_final(path) and target.exists() and not _is_reworded(target.read_text(encoding="utf-8"), text):
            raise Broken(_mend(target))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def check_upcasters(known: Mapping[str, Versioned]) -> None:
    """Check that every earlier version has an upcaster. Raises Broken if one has none."""
    for name, message in known.items():
        for version in range(1, message.VERSION):
            if (name, version) not in registry.UPCASTERS:
                raise Broken(
                    f"{name} has version {message.VERSION} but no upcaster from {version}: add one to registry.py"
                )


def _is_final(path: Path) -> bool:
    return len(path.parts) == 3


def _is_reworded(known: str, text: str) -> bool:
    """Whether the schemas differ in their descriptions only, which are for readers and bind nobody."""
    return bool(_drop_descriptions(json.loads(known)) == _drop_descriptions(json.loads(text)))


def _drop_descriptions(node: Any) -> Any:
    """Return the schema without its descriptions."""
    if isinstance(node, list):
        return [_drop_descriptions(value) for value in node]
    if not isinstance(node, dict):
        return node
    is_text = {name for name, value in node.items() if name == "description" and isinstance(value, str)}
    return {name: _drop_descriptions(value) for name, value in node.items() if name not in is_text}


def _mend(path: Path, *, reworded: bool = False) -> str:
    if path.parent.name.startswith("v") and not reworded:
        return f"{path} changed: give the message a new VERSION and an upcaster, and run `make schemas`"
    return f"{path} is not what the code says: run `make schemas` and commit it"


def main(arguments: Sequence[str]) -> int:
    """Return the exit code: 0, or 1 if the contract is broken."""
    act = check if "--check" in arguments else write
    schemas, nats = (Path(argument) for argument in arguments if argument != "--check")
    try:
        check_upcasters(versioned())
        act(schemas, generated())
        act(nats, generated_for_nats())
    except Broken as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
