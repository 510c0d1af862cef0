"""How long planning a page takes, and reading its questions."""

from __future__ import annotations

import json
import time
from pathlib import Path

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel, PageModel
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.planning.questions import phrases, reading
from ghosthands.planning.signals import Signals
from ghosthands.testkit.story import page_model

FIELDS = 200
#: The aim, and how much slower a processor may be that has other work beside.
SECONDS = 0.05
SLACK = 3
#: The same for as many questions, in twelve languages, whose words no cache has.
READ_SECONDS = 0.035
KNOWN = Path(__file__).parent / "questions" / "known.jsonl"
#: How many times as long as reading the words of its fields planning a page takes at most. It is 13 on every machine,
#: and 16 where other work takes the processor's caches.
TIMES = 20
LABELS = ("First name", "Emergency contact phone", "Street address", "City", "Are you authorized to work in Chile?")


def make_page() -> PageModel:
    """A page whose words were not seen before."""
    fields = [
        FieldModel(
            id=f"f{number}",
            locator=Locator(f"#f{number}"),
            kind=FieldKind.SELECT if number % 3 == 0 else FieldKind.TEXT,
            label=f"{LABELS[number % len(LABELS)]} {time.perf_counter_ns()}",
            name=f"group[{number}].field",
            section=f"Section {number // 10}",
            options=tuple(OptionModel(f"Option {each}") for each in range(20)) if number % 3 == 0 else (),
        )
        for number in range(FIELDS)
    ]
    return page_model(*fields)


def planned_in() -> float:
    """Seconds of the processor that planning takes."""
    page = make_page()
    begun = time.process_time()
    plan(page, Known(keys={"profile.first_name", "profile.location.city"}), action_id=str)
    return time.process_time() - begun


def read_in() -> float:
    """Seconds of the processor that nothing but reading the words takes."""
    page = make_page()
    begun = time.process_time()
    for field in page.fields:
        Signals.of(field)
    return time.process_time() - begun


def test_a_page_of_two_hundred_fields_is_planned_at_once() -> None:
    planned_in()  # the lists of countries are made once a process
    pairs = [(planned_in(), read_in()) for _ in range(7)]
    planned, read = (min(each) for each in zip(*pairs, strict=True))
    print(f"\n{1000 * planned:.0f} ms, {planned / read:.1f} times what reading its words takes")
    assert planned <= SECONDS * SLACK
    assert planned <= read * TIMES


def list_questions() -> list[str]:
    lines = KNOWN.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines[:: len(lines) // FIELDS]][:FIELDS]


def questions_read_in(questions: list[str]) -> float:
    """Seconds of the processor that reading them for the first time takes, once the patterns are made."""
    for each in (*vars(reading).values(), *vars(phrases).values()):
        if hasattr(each, "cache_clear") and each.cache_info().maxsize is not None:
            each.cache_clear()
    begun = time.process_time()
    for question in questions:
        reading.read(question)
    return time.process_time() - begun


def test_two_hundred_questions_are_read_at_once() -> None:
    questions = list_questions()
    questions_read_in(questions)
    read = min(questions_read_in(questions) for _ in range(7))
    print(f"\n{len(questions)} questions read in {1000 * read:.0f} ms")
    assert read <= READ_SECONDS * SLACK
