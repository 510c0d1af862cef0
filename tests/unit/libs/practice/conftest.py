from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from ghosthands.practice import app
from ghosthands.practice.desk import Desk
from ghosthands.practice.form import ControlKind, Field, Form
from ghosthands.practice.profiles import JORDAN, SampleApplicant

Answer = Callable[..., dict[str, str]]


def _from_profile(applicant: SampleApplicant) -> dict[str, Any]:
    """What the profile itself answers, by the names both families use."""
    profile = applicant.profile
    return {
        **profile,
        "full_name": applicant.name,
        "postal_code": profile["location"]["zip"],
        "city": profile["location"]["city"],
        "country": profile["location"]["country"],
        "state": profile["location"]["state"],
        "salary": profile["salary_expectation"],
    }


def _value(field: Field, answer: str) -> str:
    if field.kind is ControlKind.CHECKBOX:
        return "1"
    by_label = {choice.label: choice.value for choice in field.choices}
    return by_label[answer] if by_label else answer


@pytest.fixture
def answer() -> Answer:
    """The values a form gets from an applicant, but for files: profile first, then the answer to its very label."""

    def answer(form: Form, applicant: SampleApplicant = JORDAN, **changed: str) -> dict[str, str]:
        known = _from_profile(applicant)
        given = {field.name: known.get(field.name, applicant.answers.get(field.label)) for field in form}
        asked = {field.name: field for field in form}
        values = {
            name: _value(asked[name], str(each))
            for name, each in given.items()
            if each is not None and _offered(asked[name], str(each))
        }
        return {**values, **changed}

    return answer


def _offered(field: Field, answer: str) -> bool:
    return not field.choices or answer in {choice.label for choice in field.choices}


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def client(desk: Desk) -> httpx.AsyncClient:
    """A visitor without a browser: no scripts, but cookies."""
    transport = httpx.ASGITransport(app.build(desk))
    return httpx.AsyncClient(transport=transport, base_url="http://practice.test")
