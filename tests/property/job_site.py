"""A careers site as the log would tell of it: which page shows after what, drawn by chance and mostly as sites are."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from ghosthands.domain.codes import BlockerType
from ghosthands.domain.page import (
    AccountForm,
    AccountPurpose,
    ErrorKind,
    FieldFact,
    KnownCredentials,
    PageSummary,
    PageType,
)

#: few enough that pages of one job share some
FIELDS = ("email", "name", "visa")
LOGIN_FIELDS = ("user", "pass")


class Site:
    """One posting, and the page it shows."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.platform = chance.choice(("greenhouse", "greenhouse", "workday"))
        self.walls = chance.choice((0.0, 0.0, 0.1, 0.4))
        self.number = 0
        self.shown = self._first()
        #: an application was taken, and the page that took it stands there still
        self.has_taken = False
        #: the wall that stands before the page
        self.wall: BlockerType | None = None

    def _first(self) -> PageSummary:
        kind = self.chance.choices(("form", "posting", "login", "closed", "error", "other"), (60, 12, 20, 3, 3, 2))[0]
        return self._of(kind)

    def _of(self, kind: str) -> PageSummary:
        match kind:
            case "posting":
                return self._page(PageType.POSTING, next_button="apply", next_is_step=True)
            case "login":
                return self.login()
            case "closed" | "error" | "other":
                return self._page(PageType(kind))
            case _:
                return self.form()

    def _page(self, kind: PageType, **more: object) -> PageSummary:
        self.number += 1
        known: dict[str, object] = {
            "model_ref": f"model-{self.number}",
            "fingerprint": f"{kind}-{self.number}",
            "site": "jobs.example.com",
            "platform": self.platform,
            "page_type": kind,
        }
        return PageSummary(**{**known, **more})  # type: ignore[arg-type]

    def form(self) -> PageSummary:
        """Another page of the application: a mere step, or one that sends."""
        wanted = self.chance.sample(FIELDS, self.chance.randint(0, len(FIELDS)))
        fields = tuple(FieldFact(f"{name}-{self.number}", self.chance.random() < 0.7) for name in wanted)
        kind = self.chance.choices(("step", "send", "next", "stuck"), (25, 55, 17, 3))[0]
        onward = {
            "step": {"next_button": "next", "next_is_step": True, "other_next_buttons": ("skip",)},
            "send": {"submit_button": "send"},
            "next": {"next_button": "continue"},
            "stuck": {},
        }[kind]
        return self._page(PageType.FORM, fields=fields, suspect=self.chance.random() < self.walls / 2, **onward)

    def login(self) -> PageSummary:
        """A page to sign in at or to make an account, with or without credentials in the vault."""
        purpose = self.chance.choice(tuple(AccountPurpose))
        other = "other" if self.chance.random() < 0.6 else None
        wish = self.chance.choice((None, None, True, False))
        known = KnownCredentials(wish) if self.chance.random() < 0.85 else None
        return self._page(
            PageType.LOGIN,
            fields=tuple(FieldFact(f"{purpose}-{name}", required=True) for name in LOGIN_FIELDS),
            account=AccountForm(purpose=purpose, button="enter", other_button=other),
            credentials=known,
        )

    def confirmation(self) -> PageSummary:
        """The page that thanks."""
        return self._page(PageType.CONFIRMATION)

    # What happens there

    def look(self) -> tuple[PageSummary, BlockerType | None]:
        """The page, and the wall on it; a login page always is one."""
        if self.wall is None and self.chance.random() < self.walls:
            self.wall = self.chance.choice([one for one in BlockerType if one is not BlockerType.LOGIN])
        if self.wall is None and self.shown.account is not None:
            return self.shown, BlockerType.LOGIN
        return self.shown, self.wall

    def filled(self, field_id: str, key: str) -> None:
        """The field holds what it should."""
        self._change(field_id, filled=True, error=None, equals_key=key)

    def _change(self, field_id: str, **changes: object) -> None:
        fields = tuple(replace(one, **changes) if one.id == field_id else one for one in self.shown.fields)
        self.shown = replace(self.shown, fields=fields)

    @property
    def sends_at_steps(self) -> bool:
        """Whether the page's own way on sends something; the same for as long as it stands."""
        return self.number % 2 == 0

    def pressed(self, *, was_all: bool = False) -> None:
        """A button that leads on was pressed: the next page, the same with complaints, a wall.

        Where that `was_all`, the application was sent by it, whatever it was taken for.
        """
        ways = ("on", "complains", "empties", "banner", "same", "wall", "error")
        outcome = self.chance.choices(ways, (64, 8, 6, 5, 8, 6, 3))[0]
        if outcome == "on":
            self.shown, self.has_taken = self.confirmation() if was_all else self._next(), False
        elif outcome == "empties" and (was_all or self.shown.submit_button):
            self._take()
        elif outcome == "complains" and self.shown.fields:
            refused = self.chance.choice(self.shown.fields)
            self._change(refused.id, error=ErrorKind.FORMAT, filled=self.chance.random() < 0.5)
        elif outcome == "banner":
            self.shown = replace(self.shown, page_error=True)
        elif outcome == "wall":
            self.wall = self.chance.choice(tuple(BlockerType))
        elif outcome == "error":
            self.shown = self._page(PageType.ERROR if self.chance.random() < 0.5 else PageType.OTHER)

    def _next(self) -> PageSummary:
        sends = self.shown.submit_button or (self.shown.next_button and not self.shown.next_is_step)
        if self.shown.account is not None:
            return self.chance.choice((self.form, self.form, self.form, self.login))()
        return self.confirmation() if sends and self.chance.random() < 0.8 else self.form()

    def _take(self) -> None:
        """The application is taken; the page thanks, empties its fields and marks them."""
        self.has_taken = True
        for field in self.shown.fields:
            self._change(field.id, filled=False, error=ErrorKind.MISSING, required=True, equals_key=None)

    def helped(self) -> None:
        """A human took care of what stood in the way, or went on by themselves."""
        self.wall = None
        if self.shown.page_type is not PageType.FORM or self.chance.random() < 0.2:
            self.shown = self.chance.choice((self.form, self.form, self.confirmation))()
        for field in self.shown.fields:
            self._change(field.id, filled=True, error=None)

    def started_over(self) -> None:
        """A new browser stands at the posting's address."""
        self.wall, self.shown, self.has_taken = None, self._first(), False
