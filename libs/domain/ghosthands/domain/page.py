"""The page model: everything visible on an application page, without any value of the applicant's.

Each observation builds one model, redacts the applicant's values, seals the model, and stores it under the hash of its
content; events carry only that reference and a `PageSummary`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from enum import StrEnum
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from ghosthands.domain.codes import BlockerType, Doubt


class PageType(StrEnum):
    """The kinds of page that an application leads through."""

    FORM = "form"
    POSTING = "posting"
    LOGIN = "login"
    CONFIRMATION = "confirmation"
    CLOSED = "closed"
    ERROR = "error"
    #: all that it asks is for something else than an application
    UNRELATED = "unrelated"
    OTHER = "other"


#: pages that only a signed-in visitor, or one who needs no login, gets to see
BEHIND_LOGIN = frozenset({PageType.FORM, PageType.POSTING, PageType.CONFIRMATION, PageType.CLOSED})


class FieldKind(StrEnum):
    """The kind of a form control."""

    TEXT = "text"
    EMAIL = "email"
    TEL = "tel"
    URL = "url"
    NUMBER = "number"
    PASSWORD = "password"  # noqa: S105  the name of a control, not a secret
    DATE = "date"
    TEXTAREA = "textarea"
    SELECT = "select"
    MULTI_SELECT = "multi_select"
    RADIO = "radio"
    CHECKBOX = "checkbox"
    CHECKBOX_GROUP = "checkbox_group"
    COMBOBOX = "combobox"
    CONTENTEDITABLE = "contenteditable"


#: controls in which several options may be chosen
OF_SEVERAL = frozenset({FieldKind.MULTI_SELECT, FieldKind.CHECKBOX_GROUP})


class FieldState(StrEnum):
    """The state of a field: empty or filled; never its value."""

    EMPTY = "empty"
    FILLED = "filled"


class ErrorKind(StrEnum):
    """The reason for which the page refuses a field's value."""

    MISSING = "missing"
    FORMAT = "format"
    RANGE = "range"
    OTHER = "other"


class FilePurpose(StrEnum):
    """The documents that a file input asks for."""

    RESUME = "resume"
    COVER_LETTER = "cover_letter"
    OTHER = "other"


class ButtonRole(StrEnum):
    """The purpose of a button."""

    NEXT = "next"
    SUBMIT = "submit"
    APPLY = "apply"
    BACK = "back"
    UPLOAD = "upload"
    OTHER = "other"


#: the roles of buttons by which a form is sent, or gone on with
WAYS_ON = frozenset({ButtonRole.SUBMIT, ButtonRole.NEXT})


class AccountPurpose(StrEnum):
    """The purpose of a form that stands before the application."""

    SIGN_IN = "sign_in"
    CREATE = "create"
    #: to enter a code that was sent to the applicant
    VERIFY = "verify"


class Locator(msgspec.Struct, frozen=True):
    """The place of an element on its page."""

    #: CSS within its frame; ` >>> ` steps into a shadow root
    css: str
    #: child indices from the main frame, `0/1`; empty for the main frame itself
    frame: str = ""
    xpath: str | None = None


class OptionModel(msgspec.Struct, frozen=True, omit_defaults=True):
    """One choice of a select, radio group or checkbox group."""

    label: str
    #: the option's own control; None if the group's locator and the label are enough (select)
    locator: Locator | None = None
    placeholder: bool = False


class FieldModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question of the form; a group of radios or checkboxes is one field."""

    #: the same for the same question on the same form, whoever applies
    id: str
    locator: Locator
    kind: FieldKind
    label: str = ""
    name: str = ""
    dom_id: str = ""
    placeholder: str = ""
    autocomplete: str = ""
    #: the heading or legend above the field
    section: str = ""
    #: the headings around that one, nearest first
    around: tuple[str, ...] = ()
    required: bool = False
    state: FieldState = FieldState.EMPTY
    #: the key whose value it shows, if it can be told; None if it shows another value, or none
    equals_key: str | None = None
    visible: bool = True
    #: whether a person sees it, but the page lets nobody change it; such a field does not count as visible
    locked: bool = False
    options: tuple[OptionModel, ...] = ()
    error: ErrorKind | None = None
    #: the number of characters it accepts; None if it does not tell
    max_length: int | None = None
    #: the number of its form in its frame, from 1; 0 without one
    form: int = 0

    @property
    def is_shown(self) -> bool:
        """Whether a person sees it, though they may not be able to change it."""
        return self.visible or self.locked


class FileInputModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place to upload a file, visible or behind a button."""

    id: str
    locator: Locator
    accept_types: str = ""
    label: str = ""
    name: str = ""
    purpose: FilePurpose = FilePurpose.OTHER
    required: bool = False
    already_uploaded: bool = False
    error: ErrorKind | None = None
    #: the number of its form in its frame, from 1; 0 without one
    form: int = 0


AnyField = FieldModel | FileInputModel


#: stands for the button of a page that shows none: the page is given some seconds to draw one, or a question
ANY_BUTTON = "*"


class ButtonModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A button and its role."""

    id: str
    locator: Locator
    text: str
    role: ButtonRole
    enabled: bool = True
    #: whether its platform marks it as one that leads on and never sends
    mere_step: bool = False
    #: the method and the address of its form, without query and fragment; empty without a form
    target: str = ""
    #: see FieldModel
    form: int = 0
    #: whether pressing it pays or leads to it, so that it is a human's to press
    pays: bool = False


#: the confidence from which a wall counts; less is a suspicion: observed again, never a reason to stop
SURE = 0.8


class BlockerModel(msgspec.Struct, frozen=True, kw_only=True):
    """A wall: its type, the confidence (0–1), and the evidence."""

    type: BlockerType
    confidence: float
    evidence: str


class AccountForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A form that provably signs in, makes an account or enters a code, and nothing else."""

    purpose: AccountPurpose
    #: the id of the button that sends it
    button: str
    #: the id of the button that leads to the other account form
    other_button: str | None = None


class StepIndicator(msgspec.Struct, frozen=True):
    """The page's own count of its steps: `current` of `total`."""

    current: int
    total: int


class PageModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A page as observed: all frames, all shadow roots."""

    #: stored with it, as one service writes what others read; raised like a message's where its schema changes
    VERSION: ClassVar[int] = 4

    #: scheme, host and path; never the query or the fragment
    url: str
    platform: str
    page_type: PageType
    #: the same for the same form whoever fills it; different if a question is added, removed or renamed
    fingerprint: str
    fields: tuple[FieldModel, ...] = ()
    buttons: tuple[ButtonModel, ...] = ()
    file_inputs: tuple[FileInputModel, ...] = ()
    blockers: tuple[BlockerModel, ...] = ()
    #: on a login page, if it is certain how credentials get past it
    account: AccountForm | None = None
    #: the forms that take a payment, each by its frame and its number there
    paying: tuple[tuple[str, int], ...] = ()
    #: the forms that send something else than an application, likewise
    unrelated: tuple[tuple[str, int], ...] = ()
    step: StepIndicator | None = None
    #: whether an error banner for the page as a whole is visible
    page_error: bool = False
    #: the HTTP status with which the form was answered that was last sent from it; 0 if unknown
    answered: int = 0
    #: the sign that it took no application, if there is one
    denial: Doubt | None = None
    #: the words of its alerts, complaints and notices; for people alone, as it may say anything, and not what it is
    #: known by, as it may say something else each time
    said: tuple[str, ...] = ()

    @property
    def onward(self) -> ButtonRole:
        """The role of the button that leads on: "Apply" on a posting, since its form is behind that, else "Next"."""
        return ButtonRole.APPLY if self.page_type is PageType.POSTING else ButtonRole.NEXT

    def field(self, field_id: str) -> AnyField | None:
        """Return the field or file input with that id; None if there is none."""
        known: tuple[AnyField, ...] = (*self.fields, *self.file_inputs)
        return next((field for field in known if field.id == field_id), None)

    def button(self, role: ButtonRole) -> ButtonModel | None:
        """Return the button to press for that role; None if there is none."""
        return next(iter(self.buttons_for(role)), None)

    @property
    def disabled_button(self) -> ButtonModel | None:
        """The button that would send the page or lead on, were it not disabled; None if another does, or none would."""
        roles = (ButtonRole.SUBMIT, self.onward)
        if any(self.buttons_for(role) for role in roles):
            return None
        return next((found for role in roles for found in self.buttons_for(role, enabled=False)), None)

    def buttons_for(self, role: ButtonRole, *, enabled: bool = True) -> tuple[ButtonModel, ...]:
        """Return the buttons of that role, the enabled or the disabled ones, in the order to try them.

        Buttons in the frame with the most filled fields come first, and among these the last one on the page: on real
        pages the button in the footer is the right one, and a frame may have a form of its own. Of a frame's forms that
        can be sent or gone on with, the one with the most filled fields is meant: another one is for messages or a
        newsletter.
        """
        filled = [field for field in self.fields if field.visible and field.state is FieldState.FILLED]
        frames, forms = Counter(field.locator.frame for field in filled), Counter(map(_form_of, filled))

        def is_beside(one: ButtonModel, other: ButtonModel) -> bool:
            in_forms = one.form > 0 and other.form > 0 and one.locator.frame == other.locator.frame
            return in_forms and forms[_form_of(one)] < forms[_form_of(other)]

        asked = [button for button in reversed(self.buttons) if button.role is role]
        roles = WAYS_ON if role in WAYS_ON else {role}
        rivals = [button for button in self.buttons if button.role in roles]
        meant = [one for one in asked if not any(is_beside(one, other) for other in rivals)]
        found = (button for button in meant if button.enabled is enabled)
        return tuple(sorted(found, key=lambda button: -frames[button.locator.frame]))


def _form_of(one: FieldModel | ButtonModel) -> tuple[str, int]:
    """Return the form of a field or a button, by its frame and its number there."""
    return one.locator.frame, one.form


class FieldFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """The facts about a field that the job decides by."""

    id: str
    required: bool = False
    filled: bool = False
    error: ErrorKind | None = None
    #: see FieldModel
    equals_key: str | None = None


class KnownCredentials(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fact that the vault has credentials for a page's account form, and their use; never the credentials."""

    #: whether to make an account with them; None: if the site shows the form for that
    create_account: bool | None = None


class PageSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A page as the log keeps it."""

    #: SHA-256 of the sealed page model's content
    model_ref: str
    fingerprint: str
    #: the page's host
    site: str
    platform: str
    page_type: PageType
    fields: tuple[FieldFact, ...] = ()
    page_error: bool = False
    #: whether something like a wall is there, with a confidence below SURE
    suspect: bool = False
    #: the id of the button that leads on
    next_button: str | None = None
    #: other buttons that are as provably mere steps, to be tried if that one leads nowhere
    other_next_buttons: tuple[str, ...] = ()
    #: whether the next button is a proven mere step (a step indicator short of its end, a platform's own marker)
    next_is_step: bool = False
    submit_button: str | None = None
    #: see PageModel
    disabled_button: str | None = None
    #: whether it takes a payment, or a button of it leads to one
    pays: bool = False
    #: the step that the page shows
    step: StepIndicator | None = None
    account: AccountForm | None = None
    #: for its account form; None if the vault has none
    credentials: KnownCredentials | None = None
    #: see PageModel
    answered: int = 0
    denial: str | None = None
    #: SHA-256 of the same model without the page's own words, where it has any
    wordless_ref: str = ""

    @property
    def known_by(self) -> str:
        """What a page without fields is known by when it shows up again, whatever it says by then."""
        return self.wordless_ref or self.model_ref

    @property
    def refused_fields(self) -> frozenset[str]:
        """The ids of the fields whose value the page marks as wrong."""
        return frozenset(field.id for field in self.fields if field.error)


def encode_page(page: PageModel) -> bytes:
    """Return the page model as it is stored, with its version; the hash of that is its reference."""
    return msgspec.json.encode({"version": page.VERSION} | msgspec.to_builtins(page))


def summarise(
    page: PageModel, *, model_ref: str, site: str, credentials: KnownCredentials | None = None
) -> PageSummary:
    """Return the summary of `page` for its `PageObserved`."""
    onward, submit, disabled = page.buttons_for(page.onward), page.button(ButtonRole.SUBMIT), page.disabled_button
    steps = [button for button in onward if is_mere_step(page, button)]
    following = steps or onward[:1]
    facts = [
        FieldFact(field.id, field.required, field.state is FieldState.FILLED, field.error, field.equals_key)
        for field in page.fields
        if field.visible
    ]
    files = [FieldFact(file.id, file.required, file.already_uploaded, file.error) for file in page.file_inputs]
    return PageSummary(
        model_ref=model_ref,
        fingerprint=page.fingerprint,
        site=site,
        platform=page.platform,
        page_type=page.page_type,
        fields=(*facts, *files),
        page_error=page.page_error,
        suspect=any(wall.confidence < SURE for wall in page.blockers),
        next_button=following[0].id if following else None,
        other_next_buttons=tuple(button.id for button in following[1:]),
        next_is_step=bool(steps),
        submit_button=submit.id if submit else None,
        disabled_button=disabled.id if disabled else None,
        pays=bool(page.paying) or any(button.pays for button in page.buttons),
        step=page.step,
        account=page.account,
        credentials=credentials if page.account else None,
        answered=page.answered,
        denial=page.denial,
        wordless_ref=_name_wordless(page) if page.said else "",
    )


def _name_wordless(page: PageModel) -> str:
    """Return the reference that the model would have if the page said nothing."""
    return hashlib.sha256(encode_page(replace(page, said=()))).hexdigest()


def is_mere_step(page: PageModel, button: ButtonModel) -> bool:
    """Whether the button provably leads on and does no more.

    The proof is that more steps follow, that the page is a posting and asked nothing yet, or that its platform says so.
    """
    more_follow = page.step is not None and page.step.current < page.step.total
    proven = more_follow or page.page_type is PageType.POSTING or button.mere_step
    return proven and button.role is page.onward


def is_onward(page: PageModel, button: ButtonModel) -> bool:
    """Whether pressing the button can be undone: a mere step, a sign-in, or a change to the other account form."""
    account = page.account
    if account is None:
        return is_mere_step(page, button)
    return signs_in(page, button) or button.id == account.other_button


def signs_in(page: PageModel, button: ButtonModel) -> bool:
    """Whether the button sends a sign-in: a name and a password, or a code."""
    return any(sends_account(page, button, purpose) for purpose in (AccountPurpose.SIGN_IN, AccountPurpose.VERIFY))


def sends_account(page: PageModel, button: ButtonModel, purpose: AccountPurpose) -> bool:
    """Whether the button sends the page's account form of that purpose, and credentials with it."""
    return page.account is not None and page.account.purpose is purpose and button.id == page.account.button
