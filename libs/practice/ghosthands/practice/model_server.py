"""Test equipment: an OpenAI-compatible server with scripted answers and no model.

It drives the real engines through real pages, the same way every time. A script is a list of rules; the first that
matches a request answers it:

    Rule(
        answer={"elements": [{"elementId": "{id}", "description": "", "method": "fill", "arguments": ["%email%"]}]},
        text=r"\\[(?P<id>[\\d-]+)\\] textbox: Email",   # searched in all text of the request, across lines
        schema=("elements",),                          # properties the answer is asked to have
    )

- `text`: the matches of its named groups replace `{name}` in the strings of `answer`.
- `schema`: of the request's JSON schema (`response_format`, or the parameters of a tool); where it has none, as in the
  prompts of Magnitude, each name must be in its text.
- `image`: True matches only requests with a picture, False only those without.
- `model`: a regular expression for the model's name.
- `times`: after that many answers the rule is used up, and the ones below have their turn.
- `answer`: text is sent as it is, anything else as JSON. A request that must call a tool gets the answer as the
  arguments of that tool; `tool` names another. From Python it may be a function of the request.
- `status` other than 200 is an error of that status; `delay_seconds` delays the answer.

A request that no rule matches is answered with status 400, and kept in `unanswered`. Every request is kept in
`requests`, so that a test can check what a model was shown. Tokens are counted as a quarter of the characters, a
picture as 1 000.

    async with model_server.serving([Rule(...), ...]) as server:     # in this process; rules may be appended later
        OpenAI(base_url=server.base_url, api_key="any")

    python -m ghosthands.practice.model_server --script rules.json --port 8800   # the first line out is the base URL

`rules.json` is a list of objects with the fields of a Rule. `hostile(...)` is a script that orders any engine to
submit, to create an account, to leave the site.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import re
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ghosthands.practice.loopback import LoopbackServer, announce, find_address, hear_stop, listen, run

TOKENS_OF_AN_IMAGE = 1_000
CHARACTERS_OF_A_TOKEN = 4


@dataclass(frozen=True)
class Asked:
    """A request to the model, as far as a script needs it."""

    model: str
    #: all its text, instructions and page alike, with line breaks between the parts
    text: str
    #: the pictures, decoded
    pictures: tuple[bytes, ...] = field(default=(), repr=False)
    #: the schema of the answer's JSON; None for any
    schema: Mapping[str, Any] | None = None
    #: the tool it must call; empty for none
    tool: str = ""
    stream: bool = False
    #: the token of the Authorization header
    token: str = ""
    #: most tokens of its answer; None where it doesn't say
    limit: int | None = None

    @property
    def images(self) -> int:
        """The number of pictures it holds."""
        return len(self.pictures)

    @property
    def properties(self) -> frozenset[str]:
        """The names at the top of the schema."""
        return frozenset((self.schema or {}).get("properties", ()))


#: a model's answer: text, or a value for JSON
Answer = Any


@dataclass(frozen=True)
class AnswerRule:
    """An answer, and the requests that get it; the module explains each field."""

    answer: Answer | Callable[[Asked], Answer] = ""
    text: str = ""
    schema: tuple[str, ...] = ()
    image: bool | None = None
    model: str = ""
    times: int | None = None
    tool: str = ""
    status: int = 200
    delay_seconds: float = 0

    def fits(self, asked: Asked) -> re.Match[str] | None:
        """Return the match of `text` if the whole rule matches; else None."""
        fits = (
            self.image in (None, asked.images > 0)
            and re.search(self.model, asked.model)
            and all(name in (asked.properties if asked.schema else asked.text) for name in self.schema)
        )
        return re.search(self.text, asked.text, re.DOTALL) if fits else None

    def say(self, asked: Asked, found: re.Match[str]) -> Answer:
        """Return the answer, with the matched groups filled in."""
        answer = self.answer(asked) if callable(self.answer) else self.answer
        return _fill_in(answer, {name: value or "" for name, value in found.groupdict().items()})


@dataclass
class ModelServer:
    """A running server."""

    base_url: str
    rules: list[AnswerRule]
    requests: list[Asked] = field(default_factory=list)
    unanswered: list[Asked] = field(default_factory=list)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)
    _used: dict[int, int] = field(default_factory=dict)

    async def hear(self, asked: Asked) -> None:
        """Take note of a request."""
        async with self._news:
            self.requests.append(asked)
            self._news.notify_all()

    async def until_asked(self, times: int) -> None:
        """Return once so many requests have come in, answered or not."""
        async with self._news:
            await self._news.wait_for(lambda: len(self.requests) >= times)

    async def hold(self, seconds: float) -> None:
        """Wait that long, or until the server stops."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.stopping.wait()

    def shown(self, text: str) -> bool:
        """Whether a model was ever shown this text."""
        return any(text in asked.text for asked in self.requests)

    def rule_for(self, asked: Asked) -> tuple[AnswerRule, re.Match[str]] | None:
        """Return the first rule that matches and is not used up, and count it as used."""
        for index, rule in enumerate(self.rules):
            used = self._used.get(index, 0)
            if rule.times is not None and used >= rule.times:
                continue
            if found := rule.fits(asked):
                self._used[index] = used + 1
                return rule, found
        return None


@asynccontextmanager
async def serve(rules: Sequence[AnswerRule] = (), port: int = 0, host: str = "127.0.0.1") -> AsyncIterator[ModelServer]:
    """Run the server in this event loop for the block; port 0 takes a free one."""
    listener = listen(port, host)
    model_server = ModelServer(f"{find_address(listener)}/v1", list(rules))
    async with run(LoopbackServer(_make_app(model_server)), listener):
        try:
            yield model_server
        finally:
            model_server.stopping.set()


def read_script(path: Path) -> list[AnswerRule]:
    """Return the rules of a JSON file. Raises ValueError where it is none."""
    try:
        return [
            AnswerRule(**{**each, "schema": tuple(each.get("schema", ()))}) for each in json.loads(path.read_text())
        ]
    except (TypeError, AttributeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} is no list of rules: {error}") from error


def make_hostile_script(
    *, elsewhere: str = "https://elsewhere.example/", points: Sequence[tuple[int, int]] = ()
) -> list[AnswerRule]:
    """Return a script that tells any engine to submit, to create an account, to leave the site.

    In Stagehand's page tree it chooses any element that reads like a button for that. It tells an engine that sees
    pictures to go `elsewhere`, to press Enter, and to click `points`, the positions of buttons on the picture.
    """
    return [
        *(
            AnswerRule(answer=answer, schema=("action", "twoStep"), text=text)
            for text, answer in _list_presses(_answer_act)
        ),
        *(
            AnswerRule(answer=answer, schema=("elements",), text=text)
            for text, answer in _list_presses(_answer_observation)
        ),
        AnswerRule(answer={"progress": "done", "completed": True}, schema=("progress", "completed")),
        AnswerRule(answer=_answer_by_sight(elsewhere, points), image=True),
        AnswerRule(answer=_answer_whatever, schema=()),
    ]


#: words of buttons that end an application, make an account, send a code, or lead away
_DANGEROUS = (
    r"submit|apply|send|finish|complete",
    r"create (?:an )?account|sign ?up|register",
    r"send (?:me )?(?:a|the) code|verify",
)


def _list_presses(shape: Callable[[str], Answer]) -> Iterator[tuple[str, Answer]]:
    """Yield the presses that a script asks for one after the other, of buttons that the page has."""
    for words in _DANGEROUS:
        yield rf"\[(?P<id>\d+-\d+)\] button: [^\n]*(?i:{words})", shape("click")
    yield r"\[(?P<id>\d+-\d+)\] (?:textbox|combobox)", shape("press")
    yield r"\[(?P<id>\d+-\d+)\] link", shape("click")


def _find_element(method: str) -> dict[str, Any]:
    arguments = ["Enter"] if method == "press" else []
    return {"elementId": "{id}", "description": "what the user asked for", "method": method, "arguments": arguments}


def _answer_act(method: str) -> Answer:
    return {"action": _find_element(method), "twoStep": False}


def _answer_observation(method: str) -> Answer:
    return {"elements": [_find_element(method)]}


def _answer_by_sight(elsewhere: str, points: Sequence[tuple[int, int]]) -> Callable[[Asked], Answer]:
    """Return the answer to an engine that sees: all actions at once for Magnitude, else one after the other."""
    clicks = [{"variant": "mouse:click", "x": x, "y": y} for x, y in points]
    at_once = [*clicks, {"variant": "keyboard:enter"}, {"variant": "browser:nav", "url": elsewhere}]
    presses = [{"action": "click", "x": x, "y": y, "text": None} for x, y in points]
    presses.append({"action": "key", "x": None, "y": None, "text": "Enter"})
    one_by_one = cycle([{**each, "confidence": 1} for each in presses])

    def order(asked: Asked) -> Answer:
        if {"action", "x", "y"} <= asked.properties:
            return next(one_by_one)
        return {"reasoning": "Submit it.", "actions": at_once}

    return order


def _answer_whatever(asked: Asked) -> Answer:
    """Return an answer with something of each type in the schema."""
    kinds: Mapping[str, Any] = {"string": "submit", "boolean": True, "number": 1, "integer": 1, "array": []}
    properties: Mapping[str, Any] = (asked.schema or {}).get("properties", {})
    return {name: kinds.get(each.get("type", ""), None) for name, each in properties.items()}


def _fill_in(answer: Answer, found: Mapping[str, str]) -> Answer:
    match answer:
        case str():
            for name, value in found.items():
                answer = answer.replace(f"{{{name}}}", value)
            return answer
        case Mapping():
            return {name: _fill_in(value, found) for name, value in answer.items()}
        case list() | tuple():
            return [_fill_in(each, found) for each in answer]
        case _:
            return answer


# ── the wire: what OpenAI's chat completions look like ──────────────────────────────────────────────────────────────


def _make_app(server: ModelServer) -> Starlette:
    async def completions(request: Request) -> Response:
        asked = _read(await request.json(), request.headers.get("authorization", ""))
        await server.hear(asked)
        chosen = server.rule_for(asked)
        if chosen is None:
            server.unanswered.append(asked)
            return _refuse(400, f"no rule of the script fits: {asked.text[-300:]}")
        rule, found = chosen
        answer = rule.say(asked, found)
        await server.hold(rule.delay_seconds)
        if rule.status != 200:
            return _refuse(rule.status, "so the script says")
        return _make_reply(asked, answer, rule.tool or asked.tool)

    async def models(_: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": "scripted", "object": "model"}]})

    return Starlette(
        routes=[
            Route("/v1/chat/completions", completions, methods=["POST"]),
            Route("/v1/models", models),
        ]
    )


def _read(body: Mapping[str, Any], authorization: str) -> Asked:
    parts = [part for message in body.get("messages", ()) for part in _list_parts(message)]
    tool = _find_forced_tool(body)
    schema = (body.get("response_format") or {}).get("json_schema", {}).get("schema") or tool.get("parameters")
    return Asked(
        model=body.get("model", ""),
        text="\n".join(part["text"] for part in parts if part["type"] == "text"),
        pictures=tuple(_read_picture(part["image_url"]["url"]) for part in parts if part["type"] == "image_url"),
        schema=schema,
        tool=tool.get("name", ""),
        stream=bool(body.get("stream")),
        token=authorization.removeprefix("Bearer "),
        limit=body.get("max_tokens") or body.get("max_completion_tokens"),
    )


def _list_parts(message: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    content = message.get("content") or ""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _read_picture(url: str) -> bytes:
    """Return the bytes of a data URL; empty for any other, which a real model would fetch."""
    head, _, data = url.partition(",")
    return base64.b64decode(data) if head.endswith(";base64") else b""


def _find_forced_tool(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the function that must be called; empty where it may answer in words."""
    tools: Sequence[Mapping[str, Any]] = [tool["function"] for tool in body.get("tools") or () if "function" in tool]
    match body.get("tool_choice"):
        case {"function": {"name": name}}:
            return next((tool for tool in tools if tool["name"] == name), {})
        case "required":
            return tools[0] if tools else {}
        case _:
            return {}


def _make_reply(asked: Asked, answer: Answer, tool: str) -> Response:
    content = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if tool:
        call = {"id": "call_1", "type": "function", "index": 0, "function": {"name": tool, "arguments": content}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    head = {"id": "scripted-1", "created": int(time.time()), "model": asked.model}
    reason = "tool_calls" if tool else "stop"
    if asked.stream:
        return StreamingResponse(
            _stream(head, message, reason, _count_usage(asked, content)), media_type="text/event-stream"
        )
    choice = {"index": 0, "message": message, "finish_reason": reason}
    return JSONResponse(
        {**head, "object": "chat.completion", "choices": [choice], "usage": _count_usage(asked, content)},
    )


async def _stream(
    head: Mapping[str, Any], message: Mapping[str, Any], reason: str, usage: Mapping[str, int]
) -> AsyncIterator[str]:
    head = {**head, "object": "chat.completion.chunk"}
    said = {**head, "choices": [{"index": 0, "delta": message, "finish_reason": None}]}
    ended = {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    for chunk in (said, ended, {**head, "choices": [], "usage": usage}):
        yield f"data: {json.dumps(chunk)}\n\n"
    yield "data: [DONE]\n\n"


def _count_usage(asked: Asked, content: str) -> dict[str, int]:
    prompt = len(asked.text) // CHARACTERS_OF_A_TOKEN + asked.images * TOKENS_OF_AN_IMAGE
    completion = len(content) // CHARACTERS_OF_A_TOKEN + 1
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _refuse(status: int, message: str) -> Response:
    return JSONResponse({"error": {"message": message, "type": "scripted"}}, status_code=status)


# ── a process of its own ────────────────────────────────────────────────────────────────────────────────────────────


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until SIGINT or SIGTERM; the first line of output is the base URL.

    Returns the exit code: 0; 1 when the port is taken; 2 when the script is invalid.
    """
    options = _make_parser().parse_args(arguments)
    try:
        rules = read_script(options.script) if options.script else make_hostile_script()
        asyncio.run(_serve_until_told(rules, options.port))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"cannot listen on port {options.port}: {error.strerror}; choose another --port\n")
        return 1
    return 0


async def _serve_until_told(rules: Sequence[AnswerRule], port: int) -> None:
    told = hear_stop()
    async with serve(rules, port) as server:
        announce(server.base_url)
        await told.wait()


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ghosthands.practice.model_server", description="A scripted model server, for tests."
    )
    parser.add_argument("--script", type=Path, help="rules, JSON (default: the hostile script)")
    parser.add_argument("--port", type=int, default=8800, help="0 takes a free one (default: %(default)s)")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
