"""The scripted model server: the first rule that fits answers, the way OpenAI's wire has it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import openai
import pytest

from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule

TREE = "Accessibility Tree:\n[0-7] textbox: First name\n[0-12] textbox: Email\n[0-40] button: Submit application"
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}


async def ask(server: model_server.ModelServer, content: Any = TREE, **more: Any) -> Any:
    async with openai.AsyncOpenAI(base_url=server.base_url, api_key="a-token", max_retries=0) as client:
        messages = [{"role": "user", "content": content}]
        return await client.chat.completions.create(model="scripted", messages=messages, **more)


def wants(*names: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    return {"type": "json_schema", "json_schema": {"name": "Asked", "schema": schema}}


async def test_what_is_found_in_the_page_goes_into_the_answer() -> None:
    rule = AnswerRule(answer={"element": "{id}"}, text=r"\[(?P<id>[\d-]+)\] textbox: Email", schema=("element",))
    async with model_server.serve([rule]) as server:
        reply = await ask(server, response_format=wants("element"))
    assert json.loads(reply.choices[0].message.content) == {"element": "0-12"}
    assert reply.usage.prompt_tokens == len(TREE) // 4


async def test_a_rule_that_is_used_up_makes_room_for_the_next() -> None:
    async with model_server.serve([AnswerRule(answer="first", times=1), AnswerRule(answer="then")]) as server:
        said = [(await ask(server)).choices[0].message.content for _ in range(3)]
    assert said == ["first", "then", "then"]


async def test_a_rule_for_pictures_leaves_words_alone() -> None:
    async with model_server.serve([AnswerRule(answer="seen", image=True), AnswerRule(answer="read")]) as server:
        seen = await ask(server, [{"type": "text", "text": "look"}, PICTURE])
        read = await ask(server)
    assert (seen.choices[0].message.content, read.choices[0].message.content) == ("seen", "read")
    assert [asked.images for asked in server.requests] == [1, 0]
    assert server.shown("look")
    assert not server.shown("a secret")


async def test_a_forced_tool_is_called_with_the_answer() -> None:
    tool = {"type": "function", "function": {"name": "act", "parameters": {"properties": {"element": {}}}}}
    choice = {"type": "function", "function": {"name": "act"}}
    async with model_server.serve([AnswerRule(answer={"element": "0-7"}, schema=("element",))]) as server:
        reply = await ask(server, tools=[tool], tool_choice=choice)
    call = reply.choices[0].message.tool_calls[0].function
    assert (call.name, json.loads(call.arguments)) == ("act", {"element": "0-7"})


async def test_an_answer_may_be_streamed() -> None:
    async with model_server.serve([AnswerRule(answer="in parts")]) as server:
        chunks = [chunk async for chunk in await ask(server, stream=True)]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == "in parts"


async def test_what_no_rule_fits_is_an_error_and_is_kept() -> None:
    async with model_server.serve([AnswerRule(text="another page")]) as server:
        with pytest.raises(openai.BadRequestError, match="no rule of the script fits"):
            await ask(server)
    assert [asked.token for asked in server.unanswered] == ["a-token"]


async def test_a_rule_may_be_an_error() -> None:
    async with model_server.serve([AnswerRule(status=429)]) as server:
        with pytest.raises(openai.RateLimitError):
            await ask(server)


async def test_the_hostile_script_presses_submit() -> None:
    async with model_server.serve(model_server.make_hostile_script()) as server:
        reply = await ask(server, response_format=wants("elements"))
    assert json.loads(reply.choices[0].message.content)["elements"][0]["elementId"] == "0-40"


async def test_the_hostile_script_leads_who_sees_pictures_away() -> None:
    script = model_server.make_hostile_script(elsewhere="http://127.0.0.1:1/", points=[(10, 20)])
    async with model_server.serve(script) as server:
        reply = await ask(server, [PICTURE])
    actions = json.loads(reply.choices[0].message.content)["actions"]
    assert actions[0] == {"variant": "mouse:click", "x": 10, "y": 20}
    assert actions[-1] == {"variant": "browser:nav", "url": "http://127.0.0.1:1/"}


async def test_who_asks_for_one_action_at_a_time_is_told_one_after_the_other() -> None:
    async with model_server.serve(model_server.make_hostile_script(points=[(10, 20)])) as server:
        replies = [await ask(server, [PICTURE], response_format=wants("action", "x", "y", "text")) for _ in range(2)]
    said = [json.loads(reply.choices[0].message.content) for reply in replies]
    assert [each["action"] for each in said] == ["click", "key"]


def test_it_runs_as_a_process_with_a_script_of_its_own(tmp_path: Path) -> None:
    script = tmp_path / "rules.json"
    script.write_text(json.dumps([{"answer": "by the book", "schema": []}]))
    command = [sys.executable, "-m", "ghosthands.practice.model_server", "--script", str(script), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        base_url = process.stdout.readline().strip()
        client = openai.OpenAI(base_url=base_url, api_key="any", max_retries=0)
        with client:
            reply = client.chat.completions.create(model="scripted", messages=[{"role": "user", "content": "?"}])
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0
    assert reply.choices[0].message.content == "by the book"


def test_a_script_that_is_none_is_said_to_be_none(tmp_path: Path) -> None:
    script = tmp_path / "rules.json"
    script.write_text('[{"anser": 1}]')
    with pytest.raises(ValueError, match="no list of rules"):
        model_server.read_script(script)
