"""The recognition of account forms: whether a page provably signs in, or makes an account, and by which button.

To sign in is a name, a password that exists and nothing else to answer, where the button, the heading or the password
says so; to make an account is a new password, once or twice, beside the name and whatever else the site wants to know.
A name, a password and "Continue", which may be either, counts as making one, as that cannot be taken back. Where both
stand side by side, where the words do not say it or where two buttons could be meant, nothing is proven.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ghosthands.browser_host.page.inventory import RawButton
from ghosthands.domain.page import AccountForm, AccountPurpose, ButtonModel, FieldKind, FieldModel

_SIGN_IN = re.compile(
    r"(?:sign|log)[\s-]?(?:in|on)(?: now| to [\w .’'-]{1,30})?|log[io]n"
    r"|logga in|logg inn|log ind|zaloguj(?: się)?|přihlásit(?: se)?|giriş(?: yap)?|войти|вход"
    r"|登录|登入|登錄|ログイン(?:する)?|サインイン|로그인"
    r"|anmelden|einloggen|(?:se )?connecter|connexion|(?:iniciar|inicia) sesi[oó]n|entrar|acceder|accedi|inloggen",
    re.IGNORECASE,
)
_CREATE = re.compile(
    r"(?:create|make|open)(?: (?:an?|your|my|new))*(?: account| profile)|(?:sign[\s-]?up|register|join)(?: now)?"
    r"|(?:konto|account) (?:erstellen|anlegen)|registrieren|cr[ée]er (?:un|mon) compte|s(?:’|')inscrire"
    r"|crear (?:una )?cuenta|registrar(?:se|me)|crea(?: un)? account|registrati|criar(?: uma)? conta|account aanmaken"
    r"|зарегистрироваться|注册|註冊|(?:会員|新規)?登録(?:する)?|회원가입",
    re.IGNORECASE,
)
_VERIFY = re.compile(
    r"(?:verify|confirm|validate|check)(?: (?:the |your |my )?(?:code|identity|account|e-?mail(?: address)?|now))?"
    r"|(?:enter|send in|submit) (?:the |your )?code|code (?:bestätigen|prüfen|eingeben)|bestätigen|überprüfen"
    r"|vérifier(?: le code)?|valider|confirmer|verificar(?: c[oó]digo)?|confirmar|verifica|conferma"
    r"|verifi[eë]ren|bevestigen|確認(?:する)?|验证|確認する|확인",
    re.IGNORECASE,
)
#: words that send a form without saying which
_SENDS = re.compile(r"submit|continue|next|weiter|continuer|continuar|continua", re.IGNORECASE)
_NEW = re.compile(r"\b(?:new|create|choose|set|neues|nouveau|nueva?|nuova|nova)\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"\b(?:confirm|verify|repeat|re-?(?:enter|type)|again|wiederhol|bestätig|confirme[rz]?|répét|repet|conferma|ripeti)",
    re.IGNORECASE,
)
_SIGN_IN_HEADING = re.compile(rf"\b(?:{_SIGN_IN.pattern})\b", re.IGNORECASE)
_CREATE_HEADING = re.compile(rf"\b(?:{_CREATE.pattern})\b", re.IGNORECASE)
_OLD = re.compile(r"\b(?:current|old|existing|previous|aktuelle|altes|actuel|ancien|actual)\b", re.IGNORECASE)
_TYPED = frozenset({FieldKind.TEXT, FieldKind.EMAIL, FieldKind.TEL, FieldKind.NUMBER})


def account(
    fields: Sequence[FieldModel], raws: Sequence[RawButton], buttons: Sequence[ButtonModel]
) -> AccountForm | None:
    """Return the account form that a login page provably has, or None; `raws` are its `buttons` as they were read."""
    shown = [field for field in fields if field.visible]
    passwords = [field for field in shown if field.kind is FieldKind.PASSWORD]
    if not passwords or len({field.locator.frame for field in shown}) > 1:
        return None
    pressable = _Buttons(raws, buttons, frame=passwords[0].locator.frame)
    made = pressable.form(AccountPurpose.CREATE) if _makes_account(shown, passwords) else None
    entered = pressable.form(AccountPurpose.SIGN_IN) if _signs_in(shown, passwords) else None
    if entered is not None and not (pressable.says_sign_in(entered.button) or _says_sign_in(passwords[0])):
        return made or pressable.form(AccountPurpose.CREATE)
    return made or entered or (pressable.said_to_create() if _may_make_account(shown, passwords) else None)


def verification(
    fields: Sequence[FieldModel], raws: Sequence[RawButton], buttons: Sequence[ButtonModel]
) -> AccountForm | None:
    """Return the form of a page that wants a code, or None: it asks nothing else, and one button sends the code.

    The code is one field, or a row of boxes for a character each; a box to be remembered by may stand beside.
    """
    asked = [field for field in fields if field.visible and field.kind is not FieldKind.CHECKBOX]
    is_one = len(asked) == 1 or all(field.max_length == 1 for field in asked)
    if not asked or not is_one or len({field.locator.frame for field in asked}) > 1:
        return None
    if any(field.kind not in _TYPED | {FieldKind.PASSWORD} for field in asked):
        return None
    sending = _Buttons(raws, buttons, frame=asked[0].locator.frame).sending_code()
    return AccountForm(purpose=AccountPurpose.VERIFY, button=sending.id) if sending else None


def _signs_in(shown: Sequence[FieldModel], passwords: Sequence[FieldModel]) -> bool:
    """Whether the form has one name, one password, and at most a box to be remembered by.

    Authors write `new-password` on these too, to keep browsers from filling them: the words and the button decide.
    """
    if _NEW.search(_join_words(passwords[0])):
        return False
    asked = [field.kind for field in shown if field.kind is not FieldKind.CHECKBOX]
    return len(passwords) == 1 and len(asked) == 2 and asked[0] in _TYPED and asked[1] is FieldKind.PASSWORD


def _says_sign_in(password: FieldModel) -> bool:
    """Whether the heading above the password, or the password itself, says that one signs in there."""
    if "new-password" in password.autocomplete or _CREATE_HEADING.search(password.section):
        return False
    return "current-password" in password.autocomplete or bool(_SIGN_IN_HEADING.search(password.section))


def _may_make_account(shown: Sequence[FieldModel], passwords: Sequence[FieldModel]) -> bool:
    """Whether the form has one password that does not say if it is new: then the button does."""
    return len(passwords) == 1 and not _is_old(passwords[0]) and any(field.kind in _TYPED for field in shown)


def _makes_account(shown: Sequence[FieldModel], passwords: Sequence[FieldModel]) -> bool:
    """Whether there is a new password, and a name it is for: without one the password is changed."""
    named = any(field.kind in _TYPED for field in shown)
    if not named or any(map(_is_old, passwords)):
        return False
    if len(passwords) == 2:
        return bool(_AGAIN.search(_join_words(passwords[1]))) or all(map(_is_new, passwords))
    return len(passwords) == 1 and _is_new(passwords[0])


def _is_new(password: FieldModel) -> bool:
    return "new-password" in password.autocomplete or bool(_NEW.search(_join_words(password)))


def _is_old(password: FieldModel) -> bool:
    return "current-password" in password.autocomplete or bool(_OLD.search(_join_words(password)))


def _join_words(field: FieldModel) -> str:
    return f"{field.label} {field.placeholder}"


class _Buttons:
    """The buttons around the password."""

    def __init__(self, raws: Sequence[RawButton], buttons: Sequence[ButtonModel], *, frame: str) -> None:
        beside = [(raw, one) for raw, one in zip(raws, buttons, strict=True) if one.locator.frame == frame]
        # one that is disabled may wait for the fields to be filled in
        self._all = [(raw, one) for raw, one in beside if not raw.aside]

    def form(self, purpose: AccountPurpose) -> AccountForm | None:
        """Return the form with the one button that sends it; None if that is not plain."""
        words, others = (_SIGN_IN, _CREATE) if purpose is AccountPurpose.SIGN_IN else (_CREATE, _SIGN_IN)
        sending = self._sending(words) or self._sending(_SENDS)
        if sending is None:
            return None
        other = [one for _, one in self._saying(others) if one is not sending]
        return AccountForm(purpose=purpose, button=sending.id, other_button=other[-1].id if other else None)

    def says_sign_in(self, button_id: str) -> bool:
        """Whether the button itself says that it signs in."""
        return any(one.id == button_id for _, one in self._saying(_SIGN_IN))

    def sending_code(self) -> ButtonModel | None:
        """Return the one button that sends a code; None if that is not plain."""
        return self._sending(_VERIFY) or self._sending(_SENDS) or self._sending(_SIGN_IN)

    def said_to_create(self) -> AccountForm | None:
        """Return the form whose own submit button says that it makes an account, if no button says that it signs in."""
        if any(raw.submits for raw, _ in self._saying(_SIGN_IN)):
            return None
        found = self.form(AccountPurpose.CREATE)
        says = {one.id for raw, one in self._saying(_CREATE) if raw.submits and raw.form_fields > 0}
        return found if found and found.button in says else None

    def _sending(self, words: re.Pattern[str]) -> ButtonModel | None:
        """Return the one button that says it and sends the form; without a form, the one that says it."""
        said = self._saying(words)
        in_form = [(raw, one) for raw, one in said if raw.form_fields > 0]
        there = in_form if any(raw.form_fields > 0 for raw, _ in self._all) else said
        real = [one for raw, one in there if raw.submits] or [one for _, one in there]
        return real[0] if len(real) == 1 else None

    def _saying(self, words: re.Pattern[str]) -> list[tuple[RawButton, ButtonModel]]:
        return [(raw, one) for raw, one in self._all if words.fullmatch(one.text.strip(" >»→!"))]
