"""Which names a machine made."""

from __future__ import annotations

import pytest

from ghosthands.domain.generated import is_generated


@pytest.mark.parametrize(
    "name",
    [
        ":r1a:",
        "«r3»",
        "react-select-5-input",
        "mui-1234",
        "radix-7",
        "headlessui-listbox-button-3",
        "ember1234",
        "question_4028768003",
        "4028768003",
        "input-17463",
        "1c9f0d52-77aa-4d3e-9a41-0a0b0c0d0e0f",
        "field_3f2a9c41",
    ],
)
def test_a_name_a_machine_made_is_no_name(name: str) -> None:
    assert is_generated(name)


@pytest.mark.parametrize(
    "name", ["first_name", "email", "address2", "urls[LinkedIn]", "name--legalName--firstName", "eeo[gender]"]
)
def test_a_name_its_author_gave_counts(name: str) -> None:
    assert not is_generated(name)
