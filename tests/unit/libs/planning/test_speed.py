"""How long planning a page takes."""

from __future__ import annotations

import time

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel, PageModel
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.planning.signals import Signals
from ghosthands.testkit.story import page_model

FIELDS = 200
#: The aim, and how much slower a processor may be that has other work beside.
SECONDS = 0.05
SLACK = 3
#: How many times as long as reading the words of its fields planning a page takes: the same on every machine.
TIMES = 13
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
