"""What a form's authors do to it between two applications: one function a kind of change, pure, drawn from a seed.

Each keeps the truth beside the page: by field, the key that belongs into it, after `not ` where the field asks for the
opposite; None where none of the applicant's belongs there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import msgspec

from ghosthands.browser_host.page import identity
from ghosthands.browser_host.page.identity import Identity
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel, PageModel

YES_NO = (OptionModel("Yes"), OptionModel("No"))


@dataclass(frozen=True)
class Form:
    """A page, and by field what belongs there."""

    fields: tuple[FieldModel, ...]
    #: in the fields' order
    truth: tuple[str | None, ...]
    platform: str = "generic"

    def page(self) -> PageModel:
        """The page as the scan would have it: ids and fingerprint follow from what is asked."""
        identities = [Identity.of(each.kind, each.label, each.name, each.dom_id) for each in self.fields]
        named = identity.ids(identities)
        fields = [msgspec.structs.replace(each, id=name) for each, name in zip(self.fields, named, strict=True)]
        return PageModel(
            url="https://jobs.example.com/apply",
            platform=self.platform,
            page_type="form",  # type: ignore[arg-type]
            fingerprint=identity.fingerprint(self.platform, identities),
            fields=tuple(fields),
        )

    def belongs(self) -> dict[str, str | None]:
        """By field id, the key that belongs there."""
        return {field.id: key for field, key in zip(self.page().fields, self.truth, strict=True)}


def a_field(label: str, kind: FieldKind = FieldKind.TEXT, name: str = "", **more: object) -> FieldModel:
    given = name or "_".join(label.lower().replace("?", "").split())[:30]
    known = {"id": "", "locator": Locator(f"#{given}"), "kind": kind, "label": label, "name": given, "dom_id": given}
    return FieldModel(**{**known, **more})  # type: ignore[arg-type]


#: other words for the same; and the same in German and French
SYNONYMS = {
    "First name": ("Given name", "Vorname", "Prénom"),
    "Last name": ("Surname", "Nachname", "Nom de famille"),
    "Email": ("E-mail address", "E-Mail-Adresse", "Adresse e-mail"),
    "Phone": ("Telephone number", "Telefonnummer", "Numéro de téléphone"),
    "City": ("Town", "Stadt", "Ville"),
    "Country": ("Country of residence", "Land", "Pays"),
    "LinkedIn profile": ("LinkedIn URL", "LinkedIn-Profil", "Profil LinkedIn"),
    "Are you legally authorized to work in this country?": (
        "Do you have the right to work in this country?",
        "Sind Sie berechtigt, in diesem Land zu arbeiten?",
        "Êtes-vous autorisé à travailler dans ce pays ?",
    ),
    "Will you require visa sponsorship?": (
        "Do you need sponsorship for a work visa?",
        "Benötigen Sie ein Visum-Sponsoring?",
        "Avez-vous besoin d'un parrainage de visa ?",
    ),
    "Notice period": ("How long is your notice period?", "Kündigungsfrist", "Préavis"),
}

#: questions that a form may gain; most of them look like one that was answered before
ADDED: tuple[tuple[FieldModel, str | None], ...] = (
    (a_field("Emergency contact first name"), None),
    (a_field("Referee's email", FieldKind.EMAIL), None),
    (a_field("Partner's phone", FieldKind.TEL), None),
    (a_field("First name", section="Emergency contact", name="ec_first"), None),
    (a_field("Last name of your manager"), None),
    (a_field("Leave this field empty", name="honeypot_email"), None),
    (a_field("Card number", autocomplete="cc-number"), None),
    (
        a_field("Do you NOT require visa sponsorship?", FieldKind.RADIO, options=YES_NO),
        "not profile.requires_sponsorship",
    ),
    (a_field("What is your favourite colour?"), None),
    (a_field("Postal code"), "profile.location.zip"),
    (a_field("Current company"), "profile.current_company"),
    (a_field("City of birth"), None),
)

_WIDGETS = {
    FieldKind.RADIO: FieldKind.SELECT,
    FieldKind.SELECT: FieldKind.COMBOBOX,
    FieldKind.TEXT: FieldKind.TEXTAREA,
    FieldKind.COMBOBOX: FieldKind.SELECT,
}

Mutation = Callable[[Form, Random], Form]


def _each(form: Form, change: Callable[[FieldModel], FieldModel]) -> Form:
    return replace(form, fields=tuple(map(change, form.fields)))


def _restructured(field: FieldModel, css: str) -> FieldModel:
    return msgspec.structs.replace(field, locator=msgspec.structs.replace(field.locator, css=css))


def rename_ids(form: Form, chance: Random) -> Form:
    """Every id and name is another; some are a machine's."""

    def rename(field: FieldModel) -> FieldModel:
        token = "".join(chance.choices("bcdfghklmnpqrstvwxz", k=6))
        name = chance.choice(
            (f"c_{token}", f"react-select-{chance.randrange(99)}-input", f"question_{chance.random()}")
        )
        return _restructured(msgspec.structs.replace(field, name=name, dom_id=name), f"#{name}")

    return _each(form, rename)


def move(form: Form, chance: Random) -> Form:
    """Some questions stand elsewhere."""
    order = list(range(len(form.fields)))
    for _ in range(max(1, len(order) // 4)):
        order.insert(chance.randrange(len(order)), order.pop(chance.randrange(len(order))))
    return replace(form, fields=tuple(form.fields[at] for at in order), truth=tuple(form.truth[at] for at in order))


def wrap(form: Form, chance: Random) -> Form:
    """A box more around each question."""
    depth = chance.randrange(1, 4)
    return _each(form, lambda field: _restructured(field, "div > " * depth + field.locator.css))


def relabel(form: Form, chance: Random) -> Form:
    """Some questions are asked in other words."""
    return _each(form, lambda field: _said(field, 0) if chance.random() < 0.5 else field)


def translate(form: Form, chance: Random) -> Form:
    """All that can be is asked in another language."""
    which = chance.choice((1, 2))
    return _each(form, lambda field: _said(field, which))


def _said(field: FieldModel, which: int) -> FieldModel:
    words = SYNONYMS.get(field.label)
    return msgspec.structs.replace(field, label=words[which]) if words else field


def add(form: Form, chance: Random) -> Form:
    """One question more, or two."""
    fields, truth = list(form.fields), list(form.truth)
    for field, key in chance.sample(ADDED, k=chance.choice((1, 2))):
        at = chance.randrange(len(fields) + 1)
        fields.insert(at, field)
        truth.insert(at, key)
    return replace(form, fields=tuple(fields), truth=tuple(truth))


def remove(form: Form, chance: Random) -> Form:
    """One question less, or two."""
    gone = set(chance.sample(range(len(form.fields)), k=min(chance.choice((1, 2)), len(form.fields) - 1)))
    kept = [at for at in range(len(form.fields)) if at not in gone]
    return replace(form, fields=tuple(form.fields[at] for at in kept), truth=tuple(form.truth[at] for at in kept))


def change_widgets(form: Form, chance: Random) -> Form:
    """Some questions are asked by another control."""

    def change(field: FieldModel) -> FieldModel:
        other = _WIDGETS.get(field.kind)
        return msgspec.structs.replace(field, kind=other) if other and chance.random() < 0.4 else field

    return _each(form, change)


def reorder_options(form: Form, chance: Random) -> Form:
    """The options of each list stand in another order."""

    def reorder(field: FieldModel) -> FieldModel:
        return msgspec.structs.replace(field, options=tuple(chance.sample(field.options, k=len(field.options))))

    return _each(form, reorder)


MUTATIONS: dict[str, Mutation] = {
    "renamed ids": rename_ids,
    "moved": move,
    "wrapped": wrap,
    "relabelled": relabel,
    "question added": add,
    "question removed": remove,
    "widget changed": change_widgets,
    "options reordered": reorder_options,
    "other language": translate,
}
#: those after which every question is still asked in the same words, by the same kind of control
LABELS_STAY = frozenset(MUTATIONS) - {"relabelled", "other language"}
