"""The scripted model's answers to the engines of a storm's jobs, delayed so that processes are killed meanwhile.

It returns the requested field, and does the given task. Now and then it finds nothing, and the engine that sees is
asked, which gives up; so engines are switched while processes die.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from ghosthands.practice import reader
from ghosthands.practice.model_server import AnswerRule, Asked
from ghosthands.testkit.recording import TASK

#: seconds before an answer
_THINKS = 1.0
#: number of requests of which it finds nothing in one
_BLIND = 6

_IMPOSSIBLE = {"action": "impossible", "x": None, "y": None, "text": None, "confidence": None}


def make_script() -> list[AnswerRule]:
    """Return the scripted model's answers to any request of an engine."""
    times = count(1)

    def point(asked: Asked) -> dict[str, object]:
        if next(times) % _BLIND == 0:
            return {"elements": []}
        return reader.point_at_the_field(asked, radio="doubleClick")  # nothing less is taken by the stubborn ones

    rules = (*TASK, AnswerRule(point, schema=("elements",)), AnswerRule(_IMPOSSIBLE, schema=("confidence",)))
    return [replace(rule, delay_seconds=_THINKS) for rule in rules]
