"""A sign-in page is read as one also where boxes stand on it that look like buttons and are none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ghosthands.domain.page import PageModel, PageType

pytestmark = pytest.mark.e2e

Open = Callable[[str], Awaitable[PageModel]]

_HAND = "style='cursor:pointer' onclick='void 0'"


async def test_boxes_that_are_no_buttons_keep_no_page_from_being_read(show: Open) -> None:
    model = await show(
        f"<h1>Sign in</h1><div {_HAND}>Our story</div><form><label>E-mail <input type=email name=email></label>"
        f"<label>Password <input type=password name=password></label><button>Sign in</button></form>"
        f"<div {_HAND}>Watch the film</div>"
    )
    assert model.page_type is PageType.LOGIN
    assert model.account is not None
