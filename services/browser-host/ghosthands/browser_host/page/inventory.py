"""The types of what one frame's inventory script returns. It contains nothing that anyone typed."""

from __future__ import annotations

import msgspec


class RawOption(msgspec.Struct, frozen=True):
    """An option of a control; `css` if it is a control of its own."""

    label: str
    css: str | None = None
    placeholder: bool = False


class RawControl(msgspec.Struct, frozen=True):
    """A question of the page; a group of radios or checkboxes is one."""

    #: the DOM's own type (`text`, `select-one`, …), or `radio`, `checkbox_group`, `combobox`, `contenteditable`, `file`
    kind: str
    css: str
    label: str
    name: str
    id: str
    section: str
    required: bool
    filled: bool
    #: whether a person can operate it, directly or through the widget before it
    reachable: bool
    #: whether a person sees it and may not change it
    locked: bool = False
    #: the headings and legends around its section, the nearest first
    around: tuple[str, ...] = ()
    placeholder: str = ""
    autocomplete: str = ""
    accept: str = ""
    options: tuple[RawOption, ...] = ()
    uploaded: bool = False
    error: str | None = None
    max_length: int | None = None
    #: the number of its form in the frame, from 1; 0 without one
    form: int = 0
    #: what the page refers to as its description
    said_of_it: str = ""
    #: whether a person sees it, and did not when the document was first looked at
    late: bool = False


class RawButton(msgspec.Struct, frozen=True):
    """A visible button, or a link that reads like one."""

    css: str
    text: str
    #: its accessible name, for where its text says nothing
    name: str
    submits: bool
    #: whether it is a link that leads somewhere
    link: bool
    enabled: bool
    #: the role a platform's own marker gives it
    hint: str
    #: whether it is in a cookie banner, a menu or a search box
    aside: bool
    #: the number of reachable questions in its form; -1 without a form
    form_fields: int
    #: whether it stands after the last question
    last: bool = False
    #: whether it stands after the last question and in its form, or neither is in one
    ends: bool = False
    #: the words in the largest box around it without the last question, if it stands after that
    told_there: str = ""
    #: whether it is in a dialog that asks nothing
    over: bool = False
    #: whether boxes with words make it, and neither an element of HTML nor a role
    drawn: bool = False
    #: the method and the address of its form, without query and fragment; empty without a form
    target: str = ""
    #: whether it sends its form elsewhere than the form says itself
    strays: bool = False
    #: whether it was pressed since the document was first looked at
    pressed: bool = False
    #: the address that it leads to as a link, without the fragment if the page shows what that names
    leads_to: str = ""
    #: the number of its form in the frame, as a control's
    form: int = 0


class RawStep(msgspec.Struct, frozen=True):
    """The step that the page says it is: `current` of `total`."""

    current: int
    total: int


class RawChild(msgspec.Struct, frozen=True):
    """A frame element of this frame, in document order."""

    seen: bool
    #: the number of its form in this frame, as a control's
    form: int = 0
    #: what its title and its name say
    said: str = ""


class RawFrame(msgspec.Struct, frozen=True):
    """The content of one frame."""

    #: `location.origin` of its document
    origin: str
    controls: tuple[RawControl, ...]
    buttons: tuple[RawButton, ...]
    frames: tuple[RawChild, ...]
    #: how many elements look like the host of a closed shadow root and did not at an earlier look
    hosts: int
    platforms: tuple[str, ...]
    #: phrase -> "strong" | "weak"
    phrases: dict[str, str]
    markers: tuple[str, ...]
    walls: tuple[tuple[str, float, str], ...]
    step: RawStep | None
    #: whether there is a visible complaint that belongs to no question
    refused: bool
    #: HTTP status of the document; 0 unknown
    status: int
    height: int
    viewport: int
    #: whether something says that more is to come
    loading: bool
    #: whether one of its own complaints calls itself an error, and is no mere alert
    errs: bool = False
    #: its document's
    title: str = ""
    #: the words of its complaints, and of its notices since it was last listened to
    said: tuple[str, ...] = ()
    #: the words of what thanks
    thanks: tuple[str, ...] = ()
    #: whether it has thanked since it was first listened to, if only for a moment
    thanked: bool = False
    #: whether it has said since then that the sending failed, if only for a moment
    denied: bool = False


decode = msgspec.json.Decoder(RawFrame).decode
