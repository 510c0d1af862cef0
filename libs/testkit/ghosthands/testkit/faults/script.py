"""What a model says to the engines of a storm's jobs, after long enough that somebody is killed meanwhile.

It points at the field that is asked for, and does the task it is given. Now and then it finds nothing, and the engine
that sees is asked, which gives up; so an engine takes another's place while processes die.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from ghosthands.practice import reader
from ghosthands.practice.model_server import AnswerRule, Asked
from ghosthands.testkit.recording import TASK

#: seconds until it answers
_THINKS = 1.0
#: it finds nothing once in so many times
_BLIND = 6

_IMPOSSIBLE = {"action": "impossible", "x": None, "y": None, "text": None, "confidence": None}


def make_script() -> list[AnswerRule]:
    """The scripted model's answers to whatever an engine asks."""
    times = count(1)

    def point(asked: Asked) -> dict[str, object]:
        if next(times) % _BLIND == 0:
            return {"elements": []}
        return reader.point_at_the_field(asked, radio="doubleClick")  # nothing less is taken by the stubborn ones

    rules = (*TASK, AnswerRule(point, schema=("elements",)), AnswerRule(_IMPOSSIBLE, schema=("confidence",)))
    return [replace(rule, delay_seconds=_THINKS) for rule in rules]
