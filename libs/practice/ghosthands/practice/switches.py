"""Query switches: what a visitor may turn on for any posting, `?unknown=1&echo=1`; they follow from page to page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Switches:
    """The site's bad habits that are on for this visit."""

    #: asks one required question that no profile answers
    unknown: bool = False
    #: repeats every typed and submitted value in title, address, labels, errors and console
    echo: bool = False
    #: asks two more questions in comboboxes drawn by script (greenhouse only)
    widgets: bool = False
    #: takes an answer of a radio group only by a double click (greenhouse only)
    stubborn: bool = False
    #: draws the whole form again after each answer
    rerender: bool = False
    #: delays every answer
    slow: bool = False
    #: fails at first, once with a server error and once with a dropped connection
    flaky: bool = False
    #: puts a visible captcha before the form
    captcha: bool = False
    #: puts a visible login before the form
    login: bool = False
    #: checks the visitor for some seconds before the form, and lets them through by itself
    checking: bool = False
    #: asks for a code sent by e-mail before the form
    code: bool = False
    #: the same, and accepts only the code that it sends
    mailed: bool = False
    #: asks for an authenticator's code before the form, and accepts no other
    totp: bool = False
    #: has a box for each of that code's characters
    boxes: bool = False
    #: the posting is no longer open
    closed: bool = False
    #: the visitor has come too often
    limited: bool = False
    #: stores every application and answers with a server error (greenhouse only)
    garbled: bool = False
    #: stores every application, thanks on the spot, keeps its button, empties and marks its fields (greenhouse only)
    thanks_inline: bool = False
    #: asks in a dialog of the browser whether to send, thanks in another, and keeps its form, emptied (greenhouse only)
    dialogs: bool = False
    #: thanks in a note that is gone after three seconds, and keeps its form, emptied (greenhouse only)
    toast: bool = False
    #: thanks in a dialog of the page's own over its form, which it keeps, emptied (greenhouse only)
    modal: bool = False
    #: stores every application and answers with an error about a field that was right (greenhouse only)
    nonsense_error: bool = False
    #: asks the question that no profile answers without marking it as required (greenhouse only)
    unmarked: bool = False
    #: sends the form by itself once nothing required is left out, until its button is pressed (greenhouse only)
    eager: bool = False
    #: takes every application for spam, or challenges who sends it (Ashby and Lever only)
    suspicious: bool = False

    @property
    def query(self) -> str:
        """The switches as the end of an address, `?echo=1`; empty when all are off."""
        names = [f"{field.name}=1" for field in fields(self) if getattr(self, field.name)]
        return f"?{'&'.join(names)}" if names else ""


def read_query(query: Mapping[str, str]) -> Switches:
    """Return the switches a query turns on; ignore other parameters."""
    return Switches(**{field.name: query.get(field.name) == "1" for field in fields(Switches)})
