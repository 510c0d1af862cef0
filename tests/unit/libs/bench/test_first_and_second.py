from __future__ import annotations

import pytest

from ghosthands.bench.first_and_second import FORMS, AskedForm, Both, FormRun, classify, tell
from ghosthands.practice.model_server import Asked


@pytest.mark.parametrize("form", [form for form in FORMS if form.asked], ids=lambda form: form.name)
def test_the_model_knows_the_question_and_which_own_answer_belongs_there(form: AskedForm) -> None:
    text = f"n\n1 text | Parrots\n2 textarea | {form.asked}\nn\nanswered\nn\nown1 Gender\nown2 {form.answered}\nn"
    assert classify(Asked(model="any", text=text)) == {"fields": [{"n": 2, "key": "own2", "sure": 1.0}]}
    assert classify(Asked(model="any", text=text.replace(form.answered, "Salary"))) == {"fields": []}


def test_the_second_run_stands_beside_the_first() -> None:
    first = FormRun(calls=1, tokens=400, cost=0.2, seconds=3, verified=16)
    second = FormRun(calls=0, tokens=0, cost=0, seconds=2, verified=15)
    told = {line.name: line for line in tell(FORMS[0], [Both(first, second)])}
    calls, verified = told["first-and-second.greenhouse.calls"], told["first-and-second.greenhouse.verified"]
    assert (calls.ours, calls.reference, calls.on_target) == (0, 1, True)
    assert verified.on_target is False
