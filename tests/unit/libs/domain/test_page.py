from __future__ import annotations

import pytest
from msgspec.structs import replace

from ghosthands.domain.page import (
    ButtonModel,
    ButtonRole,
    FieldKind,
    FieldModel,
    FieldState,
    Locator,
    PageModel,
    PageType,
    StepIndicator,
    is_mere_step,
    summarise,
)


def page(kind: PageType, *roles: ButtonRole, step: StepIndicator | None = None) -> PageModel:
    buttons = tuple(ButtonModel(id=role, locator=Locator("button"), text=role, role=role) for role in roles)
    return PageModel(
        url="https://jobs.example.com/1",
        platform="generic",
        page_type=kind,
        fingerprint="f",
        buttons=buttons,
        step=step,
    )


@pytest.mark.parametrize(
    ("seen", "leads_on"),
    [
        (page(PageType.POSTING, ButtonRole.APPLY), ("apply", True)),
        (page(PageType.POSTING, ButtonRole.APPLY, ButtonRole.NEXT), ("apply", True)),
        (page(PageType.FORM, ButtonRole.APPLY), (None, False)),
        (page(PageType.FORM, ButtonRole.NEXT), ("next", False)),
        (page(PageType.FORM, ButtonRole.NEXT, step=StepIndicator(1, 3)), ("next", True)),
        (page(PageType.FORM, ButtonRole.NEXT, step=StepIndicator(3, 3)), ("next", False)),
    ],
)
def test_a_posting_is_left_by_apply_and_a_form_by_next(seen: PageModel, leads_on: tuple[str | None, bool]) -> None:
    summary = summarise(seen, model_ref="m", site="jobs.example.com")
    assert (summary.next_button, summary.next_is_step) == leads_on


def test_a_platforms_own_marker_proves_a_mere_step() -> None:
    seen = page(PageType.FORM, ButtonRole.NEXT)
    [button] = seen.buttons
    assert (is_mere_step(seen, button), is_mere_step(seen, replace(button, mere_step=True))) == (False, True)


def test_one_proven_step_proves_nothing_of_the_buttons_beside_it() -> None:
    seen = page(PageType.FORM, ButtonRole.NEXT, ButtonRole.NEXT)
    proven = replace(seen.buttons[0], id="proven", mere_step=True)
    summary = summarise(replace(seen, buttons=(proven, seen.buttons[1])), model_ref="m", site="jobs.example.com")
    assert (summary.next_button, summary.other_next_buttons, summary.next_is_step) == ("proven", (), True)


def test_the_button_that_sends_stands_in_the_frame_that_was_filled_in() -> None:
    def field(frame: str, state: FieldState) -> FieldModel:
        locator = Locator("input", frame)
        return FieldModel(id=f"f{frame}", locator=locator, kind=FieldKind.TEXT, label="Name", state=state)

    ours, theirs = (ButtonModel(id=at, locator=Locator("b", at), text="Send", role=ButtonRole.SUBMIT) for at in "01")
    seen = replace(page(PageType.FORM), buttons=(ours, theirs))
    assert seen.button(ButtonRole.SUBMIT) == theirs, "of two that nothing tells apart the last one"
    filled = replace(seen, fields=(field("0", FieldState.FILLED), field("1", FieldState.EMPTY)))
    assert filled.button(ButtonRole.SUBMIT) == ours


def test_the_button_that_sends_is_in_the_form_that_was_filled_in() -> None:
    def field(form: int, state: FieldState) -> FieldModel:
        return FieldModel(
            id=f"f{form}", locator=Locator("i"), kind=FieldKind.TEXT, label="Name", state=state, form=form
        )

    def send(form: int, *, enabled: bool = True) -> ButtonModel:
        locator = Locator("b")
        return ButtonModel(
            id=f"b{form}", locator=locator, text="Send", role=ButtonRole.SUBMIT, form=form, enabled=enabled
        )

    fields = (field(1, FieldState.FILLED), field(2, FieldState.EMPTY))
    seen = replace(page(PageType.FORM), fields=fields, buttons=(send(1), send(2)))
    assert seen.buttons_for(ButtonRole.SUBMIT) == (send(1),)
    disabled = replace(seen, buttons=(send(1, enabled=False), send(2)))
    assert (disabled.button(ButtonRole.SUBMIT), disabled.disabled_button) == (None, send(1, enabled=False))
    outside = replace(seen, buttons=(send(0), send(2)))
    assert outside.buttons_for(ButtonRole.SUBMIT) == (send(2), send(0)), "one outside all forms may send any of them"
