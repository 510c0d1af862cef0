"""Forms and buttons that send something else than an application.

A form is for something else by the headings over all that it asks.

A withdrawal, a deletion of one's data or the name of a friend is asked for with the labels of an application, so that
nothing but the heading tells. What only some such headings say, as "Contact us", may still be over an application: it
is one where the form takes a file, asks for a career, or has a button that says that it applies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from ghosthands.browser_host.page import judgement
from ghosthands.browser_host.page.inventory import RawControl
from ghosthands.domain.page import ButtonModel, ButtonRole
from ghosthands.planning.cards import Form
from ghosthands.planning.rules import address_words, form_words
from ghosthands.planning.signals import words


def find_unrelated(asked: Iterable[tuple[Form, RawControl]], senders: Sequence[tuple[Form, str]]) -> frozenset[Form]:
    """Return the forms that send something else, of those that ask this and have a button with such words."""
    forms = defaultdict[Form, list[RawControl]](list)
    for form, control in asked:
        forms[form].append(control)
    said = defaultdict[Form, list[str]](list)
    for form, text in senders:
        said[form].append(words(text))
    over = {form: _list_headings(forms[form]) for form in said if form in forms}
    return frozenset(
        form for form in over if _is_unrelated(forms[form], said[form], over[form], _around_others(form, over))
    )


def find_rivals(senders: Iterable[tuple[Form, ButtonModel]]) -> Iterator[ButtonModel]:
    """Yield the buttons that send their form to another address than the one with the fewest words does.

    "Submit now" sends what the form is for, "Submit to all our partners" beside it something else.
    """
    of_form = defaultdict[Form, list[ButtonModel]](list)
    for form, button in senders:
        if button.role is ButtonRole.SUBMIT and button.enabled:
            of_form[form].append(button)
    for beside in of_form.values():
        plainest = min(beside, key=lambda button: len(words(button.text).split()))
        yield from (button for button in beside if button.target != plainest.target)


def _is_unrelated(controls: Sequence[RawControl], said: Sequence[str], over: Set[str], shared: Set[str]) -> bool:
    if any(map(form_words.NEVER_APPLIES.search, over)):
        return True
    own = over - shared
    applies = any(map(form_words.APPLIES.search, (*own, *said))) or any(
        map(address_words.OF_AN_APPLICATION.search, said)
    )
    takes_file = any(control.kind == "file" for control in controls)
    if applies or takes_file or judgement.is_application(controls):
        return False
    return any(map(form_words.SENDS_ELSE.search, own))


def _around_others(form: Form, over: Mapping[Form, Set[str]]) -> set[str]:
    return set().union(*(headings for other, headings in over.items() if other != form))


def _list_headings(controls: Sequence[RawControl]) -> set[str]:
    """Return the headings that stand over all of the controls, as words."""
    return set.intersection(*({words(text) for text in (each.section, *each.around)} for each in controls))
