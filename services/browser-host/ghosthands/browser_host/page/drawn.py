"""The widgets that pages draw with a library: one record each, with the CSS classes of their parts.

To add a library, write its record into `ALL` and its page into `tests/widgets/pages`; a library that states its roles
in ARIA needs none. Every part is a CSS list; the page's scripts get the union over all libraries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnWidget:
    """The CSS of the parts of one library's widgets, where ARIA does not tell."""

    library: str
    #: shown in place of the control
    stands_in: str = ""
    #: repeats a select that stays beside it: the select is the control
    mirror: str = ""
    #: contains an open list of options
    box: str = ""
    #: one option of an open list
    option: str = ""
    #: an option that was chosen, as the control shows it
    chosen: str = ""
    #: one of several that were chosen
    chip: str = ""
    #: contains a control that takes several
    several: str = ""
    #: a text box whose date is picked from a calendar
    date_input: str = ""
    #: the calendar
    calendar: str = ""
    #: a day, month or year in it
    cell: str = ""
    #: contains a phone number and the picker of its country
    phone_box: str = ""
    #: contains a box that takes texts one by one, each by Enter
    tag_box: str = ""
    #: one text it took
    tag: str = ""


_VALUES = "[class*=multi-value i],[class*=multiValue]"

ALL = (
    DrawnWidget(library="Select2", stands_in=".select2-container", mirror=".select2-container"),
    DrawnWidget(library="Chosen", stands_in=".chosen-container", mirror=".chosen-container"),
    DrawnWidget(library="bootstrap-select", stands_in=".bootstrap-select", mirror=".bootstrap-select"),
    DrawnWidget(
        library="Selectize",
        stands_in=".selectize-control",
        box=".selectize-dropdown",
        option=".selectize-dropdown [data-selectable]",
        chosen=".selectize-input .item",
    ),
    DrawnWidget(
        library="Tom Select",
        stands_in=".ts-wrapper",
        chosen=".ts-control .item",
        chip=".ts-control .item",
        several=".ts-wrapper.multi",
    ),
    DrawnWidget(library="Choices", stands_in=".choices"),
    DrawnWidget(
        library="react-select",
        box="[class*='__menu']",
        option="[class*='__option']",
        chosen=f"[class*=single-value i],[class*=singleValue],{_VALUES}",
        chip=_VALUES,
        several="[class*=is-multi i]",
    ),
    DrawnWidget(
        library="MUI",
        chosen=".MuiChip-root",
        chip=".MuiChip-root",
        date_input=".MuiPickersTextField-root input",
        calendar=".MuiPickersPopper-root",
    ),
    DrawnWidget(
        library="Ant Design",
        box=".ant-select-dropdown",
        option="[class$='select-item-option'],[class*='select-item-option ']",
        chosen="[class*=selection-item]",
        several="[class*=select-multiple i]",
        date_input=".ant-picker-input input",
        calendar=".ant-picker-dropdown",
    ),
    DrawnWidget(library="Google Places", box=".pac-container", option=".pac-item"),
    DrawnWidget(
        library="flatpickr",
        date_input=".flatpickr-input,.flatpickr-input + input",
        calendar=".flatpickr-calendar",
        cell=".flatpickr-day,.flatpickr-monthSelect-month",
    ),
    DrawnWidget(
        library="vanillajs-datepicker",
        date_input=".datepicker-input",
        calendar=".datepicker",
        cell=".datepicker-cell",
    ),
    DrawnWidget(library="jQuery UI", date_input=".hasDatepicker", calendar=".ui-datepicker"),
    DrawnWidget(
        library="react-datepicker",
        date_input=".react-datepicker__input-container input",
        calendar=".react-datepicker",
        cell="[class*=year-text],[class*=month-text]",
    ),
    DrawnWidget(library="Angular Material", date_input=".mat-datepicker-input"),
    DrawnWidget(library="intl-tel-input", stands_in=".iti", phone_box=".iti"),
    DrawnWidget(library="PrimeReact", tag_box=".p-chips,.p-inputchips", tag=".p-chips-token,.p-inputchips-chip-item"),
    DrawnWidget(library="Mantine", tag_box=".mantine-TagsInput-root", tag=".mantine-Pill-root"),
    DrawnWidget(
        library="Ark UI",
        tag_box="[data-scope=tags-input][data-part=root]",
        tag="[data-scope=tags-input][data-part=item-text]",
    ),
    DrawnWidget(library="react-tagsinput", tag_box=".react-tagsinput", tag=".react-tagsinput-tag"),
    DrawnWidget(library="react-phone-input", phone_box="[class*=phone-input i],[class*=PhoneInput]"),
)


def union(part: Callable[[DrawnWidget], str]) -> str:
    """Return the CSS list of that part of every library's widgets."""
    return ",".join(dict.fromkeys(filter(None, map(part, ALL))))
