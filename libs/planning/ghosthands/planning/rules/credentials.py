"""Login data, which never comes from the profile: keys for the vault's logins of one site."""

from __future__ import annotations

from ghosthands.domain.page import FieldKind
from ghosthands.planning.rule import FieldRule, rule, stop
from ghosthands.planning.rules import field_words

#: The prefix of a login key.
PREFIX = "credentials."

#: Controls for the name of an account.
TYPED = (FieldKind.TEXT, FieldKind.EMAIL, FieldKind.TEL, FieldKind.NUMBER)
_HIDDEN_OR_SHOWN = (FieldKind.PASSWORD, FieldKind.TEXT)

_NEW = (
    r"\bnew\b|\bcreate\b|\bchoose\b|\bset (?:a|your)\b|\bconfirm|\brepeat|\bre ?(?:enter|type|peat)\b|\bverify"
    r"|\bagain\b|\bretype|\bneues?\b|\bwiederhol|\bbestatig|\bnouveau\b|\bconfirme|\bnuev[ao]\b|\brepet|\bnuova\b"
    r"|\bconferma|\bripeti|\bnieuw|\bherhaal|\bnova\b|確認|新しい"
)
_CODEWORD = (
    r"\bpass ?(?:word|wd|phrase|code)\b|passwor[dt]|\bkennwort\b|contrasena|contrasenya|\bclave\b|mot de passe"
    r"|wachtwoord|\bsenha\b|\bparola\b|\bhaslo\b|\bheslo\b|\bpasswd\b|\bpwd\b|パスワード|пароль|密码|비밀번호"
)

#: Sites whose accounts other sites ask for.
_ELSEWHERE = (
    r"instagram|facebook|discord|telegram|skype|snapchat|tik ?tok|twitch|steam|xbox|psn|paypal|venmo|zelle|reddit"
    r"|you ?tube|slack|wechat"
)

USERNAME = rule(
    "username",
    "credentials.username",
    r"\buser ?(?:name|id)\b|^user$|\bscreen ?name\b|\blog ?[io]n$|\blog ?[io]n (?:id|name)\b"
    r"|^sign in name$"
    r"|\b(?:member(?:ship)?|customer|client|account|student|online|access) ?(?:id|number|no)$"
    r"|\b(?:member|account|online|access) ?name$"
    r"|benutzer(?:name|kennung)|nom d ?utilisateur|\bidentifiant\b|\busuario\b|nombre de usuario|nome utente"
    r"|gebruikersnaam|nome de usuario|\butilizador\b|^pseudo$|\busuari\b"
    rf"|{field_words.USERNAME}",
    identifier=r"\buser ?(?:name|id)\b|^user$|\blog ?[io]n ?(?:id|name|user)?$|\bj username\b|screen ?name"
    r"|^(?:u ?name|uid|usr)$|^account ?name$|^usuario$|benutzername|identifiant|\bmember ?id$|\bnick ?name$"
    rf"|{field_words.named('username')}",
    unless=r"\be ?mail (?:address )?or\b|\bphone\b(?! or)|\bcard\b|linked ?in|git ?hub|twitter|social",
    kinds=TYPED,
    source="Chromium kUsernameRe; DuckDuckGo username",
)

CREDENTIALS: tuple[FieldRule, ...] = (
    stop(
        "account_elsewhere",
        rf"\b(?:{_ELSEWHERE}) (?:user ?name|user ?id|account|id|handle|e ?mail|name)\b"
        r"|\byour friends? (?:user ?name|account)\b|\b(?:user ?name|account) of (?:your |a )?friend\b",
        identifier=rf"\b(?:{_ELSEWHERE}) ?(?:user ?name|user ?id|account|id|handle|e ?mail|name)\b",
        source="profiles on other sites: their name is not this site's account",
    ),
    rule(
        "username_or_email",
        "credentials.username",
        r"\be ?mail(?: address)? (?:or|and|ou|oder|of) (?:a |the |your |my )?(?:\w+ )?(?:number|name|id|user ?name)\b"
        r"|\b(?:number|id|user ?name) (?:or |ou |oder )?(?:your )?e ?mail(?: address)?$",
        identifier=r"(?!)",
        unless=r"\b(?:phone|mobile|tel|telephone)\b",
        kinds=TYPED,
        source="DuckDuckGo username: an account is known by either",
    ),
    rule(
        "new_password",
        "credentials.new_password",
        rf"^(?=.*(?:{_CODEWORD}))(?=.*(?:{_NEW}))",
        unless=r"\bforg[eo]t|\breset link\b",
        kinds=_HIDDEN_OR_SHOWN,
        source="DuckDuckGo newPassword; HTML new-password",
    ),
    rule(
        "password",
        "credentials.password",
        _CODEWORD,
        unless=r"\be ?mail\b|\bforg[eo]t|\bshow\b|\bhint\b|\buser ?name\b",
        kinds=_HIDDEN_OR_SHOWN,
        source="Chromium kPasswordRe; DuckDuckGo password",
    ),
    rule(
        "pin",
        "credentials.password",
        r"^(?:enter |your )*pin$",
        identifier=r"(?!)",
        kinds=(FieldKind.PASSWORD,),
        source="what shows what is typed is a postal code or a tax number",
    ),
    USERNAME,
)
