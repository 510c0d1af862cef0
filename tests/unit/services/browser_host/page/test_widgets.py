"""Goals of the widgets, as far as they need no page: what a control would have to hold, and when it can't."""

from __future__ import annotations

from typing import Any, cast

import pytest

from ghosthands.browser_host.page.kinds import kind_of
from ghosthands.browser_host.page.widgets import combobox, phone, widget_of
from ghosthands.browser_host.page.widgets.control import FormControl
from ghosthands.browser_host.page.widgets.goal import Chosen, Reading, Ticked, Unfit, Written
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.domain.plan import ActionKind


def field(kind: FieldKind, *options: str, **more: Any) -> FieldModel:
    listed = tuple(OptionModel(label, Locator(f"#o{n}")) for n, label in enumerate(options))
    return FieldModel(id="f", locator=Locator("#f"), kind=kind, options=listed, **more)


def goal(target: FieldModel, value: str | None, kind: ActionKind = ActionKind.FILL) -> Any:
    return widget_of(target.kind).goal(target, value, kind)


@pytest.mark.parametrize(
    ("shown", "holds"), [("3/4/2027, 2:30 PM", True), ("3/4/2027", True), ("3/4/2027, 12:00 AM", False)]
)
def test_a_date_with_a_time_is_held_only_with_that_time(shown: str, holds: bool) -> None:
    target = field(FieldKind.DATE)
    wanted = goal(target, "2027-03-04 14:30")
    assert widget_of(target.kind).holds(wanted, Reading(text=shown)) is holds


@pytest.mark.parametrize("kind", FieldKind)
def test_every_kind_of_field_has_a_widget(kind: FieldKind) -> None:
    assert kind in widget_of(kind).types.values()


def test_keys_empty_what_one_types_into_and_no_other_kind() -> None:
    chosen = {FieldKind.SELECT, FieldKind.MULTI_SELECT, FieldKind.RADIO, FieldKind.CHECKBOX, FieldKind.CHECKBOX_GROUP}
    assert {kind for kind in FieldKind if not widget_of(kind).hears_keys} == chosen


def test_of_what_shows_its_value_otherwise_than_it_was_given_nobody_is_told_whose_it_is() -> None:
    drawn = {FieldKind.CHECKBOX, FieldKind.CHECKBOX_GROUP, FieldKind.COMBOBOX, FieldKind.CONTENTEDITABLE}
    assert {kind for kind in FieldKind if not widget_of(kind).tells_key} == drawn | {FieldKind.PASSWORD}


@pytest.mark.parametrize("kind", [kind for kind in FieldKind if kind is not FieldKind.CHECKBOX])
def test_nothing_is_filled_with_nothing(kind: FieldKind) -> None:
    with pytest.raises(Unfit, match="no_value"):
        goal(field(kind, "Yes", "No"), "")


def test_a_check_ticks_whatever_the_value() -> None:
    assert goal(field(FieldKind.CHECKBOX), None, ActionKind.CHECK) == Ticked((0,))


@pytest.mark.parametrize(("value", "wanted"), [("yes", (0,)), ("No", ()), ("I agree", (0,)), ("false", ())])
def test_a_checkbox_is_ticked_for_a_yes(value: str, wanted: tuple[int, ...]) -> None:
    assert goal(field(FieldKind.CHECKBOX), value) == Ticked(wanted)


def test_a_radio_is_chosen_by_what_it_says() -> None:
    assert goal(field(FieldKind.RADIO, "I will", "I will not"), "no") == Ticked((1,))


def test_a_group_of_checkboxes_takes_a_list() -> None:
    assert goal(field(FieldKind.CHECKBOX_GROUP, "Early", "Late", "Night"), "Night, Early") == Ticked((0, 2))


def test_an_answer_is_not_held_by_half() -> None:
    assert goal(field(FieldKind.MULTI_SELECT, "Early", "Late", "Night"), "Night, Noon") == Chosen("Night, Noon")
    with pytest.raises(Unfit, match="no_such_option"):
        goal(field(FieldKind.CHECKBOX_GROUP, "Early", "Late", "Night"), "Night, Noon")


def test_a_placeholder_is_never_chosen() -> None:
    options = (OptionModel("Select no country", placeholder=True), OptionModel("Norway"))
    assert goal(field(FieldKind.SELECT), "no").labels == ()
    target = FieldModel(id="f", locator=Locator("#f"), kind=FieldKind.SELECT, options=options)
    assert goal(target, "Norway") == Chosen("Norway", ("Norway",))


def test_a_date_knows_every_native_format() -> None:
    written = goal(field(FieldKind.DATE), "March 15, 2026")
    assert written.by_type == {
        "date": "2026-03-15",
        "month": "2026-03",
        "week": "2026-W11",
        "datetime-local": "2026-03-15T00:00",
    }


def test_a_date_is_held_in_any_format_of_its_own() -> None:
    target = field(FieldKind.DATE, placeholder="DD/MM/YYYY")
    written = goal(target, "2026-03-15")
    assert written.text == "15/03/2026"
    for text in ("15/03/2026", "2026-03-15", "Mar 15, 2026"):
        assert widget_of(FieldKind.DATE).holds(written, Reading(text=text))
    assert not widget_of(FieldKind.DATE).holds(written, Reading(text="16/03/2026"))


@pytest.mark.parametrize("placeholder", ["MM/DD/YYYY", "dd.mm.yyyy", "MM", "YYYY", "mm / yyyy", "MM-YY"])
def test_a_text_box_that_shows_a_date_takes_a_date(placeholder: str) -> None:
    assert kind_of("text", placeholder) is FieldKind.DATE


@pytest.mark.parametrize("placeholder", ["", "Dad", "m", "City", "MM/DD/YYYY (optional)", "Daddy"])
def test_any_other_takes_text(placeholder: str) -> None:
    assert kind_of("text", placeholder) is FieldKind.TEXT


@pytest.mark.parametrize(
    ("value", "forms"),
    [
        ("+1 (555) 010-2345", ("15550102345", "5550102345")),
        ("+49 151 12345678", ("4915112345678", "15112345678")),
        ("+39 06 1234567", ("39061234567", "061234567")),
        ("0151 12345678", ("015112345678",)),
    ],
)
def test_a_phone_number_is_shortened_by_its_dial_code_and_nothing_else(value: str, forms: tuple[str, ...]) -> None:
    assert goal(field(FieldKind.TEL), value).alternatives == forms


def test_a_reading_and_a_goal_show_nothing_of_the_value() -> None:
    shown = repr((Reading(text="Jane"), Written("Jane", ("J",), {"date": "x"}), Chosen("Jane", ("Jane",))))
    assert "Jane" not in shown


@pytest.mark.parametrize("final", [True, False])
async def test_after_a_letter_went_astray_a_combobox_is_searched_no_more(
    monkeypatch: pytest.MonkeyPatch, final: bool
) -> None:
    async def go_astray(*_: object, **__: object) -> None:
        raise Unfit(ActionFailure.FOCUS_TAKEN, final=final)

    async def look(*_: object) -> str:
        return "looked into the list"

    monkeypatch.setattr(combobox, "_typed", go_astray)
    monkeypatch.setattr(combobox, "_in_list", look)
    searching = combobox._by_search(None, "Springfield")  # type: ignore[arg-type]
    if final:
        with pytest.raises(Unfit):
            await searching
    else:
        assert await searching == "looked into the list"


def test_a_phone_number_has_no_shorter_form_that_would_join_its_extension_to_it() -> None:
    target = field(FieldKind.TEL)
    assert goal(target, "+1 512 555 0100").alternatives == ("15125550100", "5125550100")
    for given in ("+1 512 555 0100 ext. 12", "512 555 0100 x12"):
        assert goal(target, given) == Written(given)


async def test_a_number_with_an_extension_is_not_entered_without_it() -> None:
    wanted, control = Written("+1 512 555 0100 ext. 12"), cast("FormControl", None)
    for way in (phone._with_country, phone._without_country):
        with pytest.raises(Unfit):
            await way(control, wanted)
