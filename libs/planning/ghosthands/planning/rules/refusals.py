"""The fields that the profile never fills, even if a key would match; in order, the first match is the reason.

The person's own answer to this very question may still go there; `UNTOUCHABLE` reasons allow none at all.
"""

from __future__ import annotations

from typing import Unpack

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.page import FieldKind
from ghosthands.planning.rule import TEXTUAL, FieldRule, RuleParts, rule
from ghosthands.planning.rules import field_words, offers

#: Reasons that allow no answer at all.
UNTOUCHABLE = frozenset({LeftBecause.HONEYPOT, LeftBecause.CAPTCHA, LeftBecause.SEARCH, LeftBecause.OTHER_FORM})

_EVERY = frozenset(FieldKind)
_TICKED = frozenset(
    {FieldKind.CHECKBOX, FieldKind.CHECKBOX_GROUP, FieldKind.RADIO, FieldKind.SELECT, FieldKind.COMBOBOX}
)


def _never(reason: str, label: str, *, source: str, **parts: Unpack[RuleParts]) -> FieldRule:
    usual: RuleParts = {"kinds": _EVERY, "question": True}
    return rule(reason, None, label, source=source, **usual | parts)


REFUSALS: tuple[FieldRule, ...] = (
    _never(
        LeftBecause.HONEYPOT,
        r"\bhoney ?pot\b|\bleave (?:(?:this|the|that|text|input|form|field|box) )*(?:blank|empty)\b"
        r"|\b(?:do not|dont) fill\b|^(?:please )?(?:do not|dont|never) (?:enter|type|write|put|provide|give|state)"
        r" (?!.*\b(?:dash|space|hyphen|symbol|commas?|prefix|code))|\bif you are (?:a )?human\b"
        r"|\bshould (?:not be changed|be left (?:blank|empty|unchanged))\b"
        rf"|{field_words.LEAVE_EMPTY}",
        identifier=r"honey ?pot|bee ?catcher|^hp\b(?! ?(?:number|no|nomor))|(?<!no )(?<!nomor )\bhp$"
        r"|bot ?(?:trap|field|check)|\bgotcha\b|^fake|^apbct\b",
        source="ATS workday beecatcher; form builders; fakeusernameremembered, a trap for browsers that fill",
    ),
    _never(
        LeftBecause.CAPTCHA,
        r"\bcaptcha\b|\bcharacters (?:shown|you see)\b|\bsecurity (?:check|question)\b",
        identifier=r"captcha|turnstile",
        source="Bitwarden ignore list",
    ),
    _never(
        LeftBecause.PAYMENT,
        r"\b(?:credit|debit) card\b|\bcard ?(?:number|holder|no)\b|\bname on card\b|\bcvv2?\b|\bcvc2?\b"
        r"|\bcvn\b|^csc\b|^card$"
        r"|\bcard (?:security )?code\b"
        r"|\bexpir(?:y|ation)\b.*\b(?:date|month|year)\b|\biban\b|\brouting number\b|\bsort code\b"
        r"|\bbank account number\b|\bswift\b"
        r"|\baccount number\b(?<!mail or account number)(?<!address or account number)"
        r"|^expir(?:y|es|ation)$|^exp(?: date)?$|^valid (?:thru|until|to)$|^(?:\d{4} ){3}\d{4}$"
        rf"|{field_words.CARD}",
        identifier=r"credit ?card"
        r"|(?<!club )(?<!member )(?<!gift )\bcard ?(?:number|num|no|holder|name|code|type|exp|security)"
        r"|\bcc ?(?:num|number|u?name|exp|csc|cvv|type|month|year)"
        r"|\bcvv|\bcvc|\bcvn\b|\bcsc\b|\biban\b|expir(?:y|ation)? ?(?:month|year|date)|exp ?(?:month|year)\b",
        source="Chromium credit card parser",
    ),
    _never(
        LeftBecause.IDENTITY_NUMBER,
        r"\bsocial (?:security|insurance)\b|\bssn\b|\bnational (?:insurance|id|identity|identification)\b"
        r"|\bpassport (?:no|number)\b"
        r"|\btax (?:id|number|file)\b|\bdrivers? licen[sc]e (?:no|number)\b|\bpersonalausweis"
        rf"|{field_words.ID_NUMBER}",
        identifier=r"social ?security|\bssn\b|national ?(?:id|insurance)|passport ?(?:no|num)|tax ?id|\bcpf\b"
        r"|\bdni\b",
        unless=r"do you have|valid",
        kinds=TEXTUAL | {FieldKind.PASSWORD},
        source="Chromium kSocialSecurityRe",
    ),
    _never(
        LeftBecause.SECURITY_ANSWER,
        r"\b(?:security|secret) (?:question|answer)s?\b|\byour answer$|\bdigit \d\b|^answer$",
        identifier=r"\b(?:security|secret) ?(?:question|answer)|\banswer ?\d?\b",
        kinds=(FieldKind.PASSWORD,),
        source="DuckDuckGo password skip; a password box hides more than passwords",
    ),
    _never(
        LeftBecause.SEARCH,
        r"^(?:(?:job |site )?search|suche|buscar|rechercher|cerca|zoeken|pesquisar|検索)"
        r"(?: (?:(?:for )?(?:jobs?|products?|openings?|positions?)|(?:this |our )?(?:web)?site|query|terms?"
        r"|keywords?|here)\b.*)?$"
        r"|^find (?:an? |your |the |my )?(?:nearest )?(?:store|shop|location|dealer|branch|office|jobs?)\b"
        r"|\bto search\b|\bstore (?:locator|finder)\b"
        r"|^keywords?\b|^(?:search|filter|browse)(?: \w+)? (?:by|near)\b"
        r"|^(?:suche nach|filtern nach|rechercher par|filtrer par|buscar por|filtrar por|cerca per|filtra per|zoeken op"
        r"|filter op|pesquisar por|szukaj|filtruj)\b",
        identifier=r"^(?:q|s|query|search|keywords?)$|\bsearch ?(?:box|field|input|term|text|query|form)?$",
        kinds=(FieldKind.TEXT, FieldKind.COMBOBOX, FieldKind.URL),
        source="Bitwarden excluded types; DuckDuckGo search skip",
    ),
    _never(
        LeftBecause.MARKETING,
        offers.NAMED,
        identifier=r"news ?letter|marketing|subscribe|opt ?in\b|talent ?(?:pool|community)|follow ?company"
        r"|job ?alert",
        kinds=_TICKED,
        source="Hand-X consent: never opt-ins; ATS linkedin follow-company-checkbox",
    ),
    _never(
        LeftBecause.MARKETING,
        offers.TOGETHER,
        identifier=r"(?!)",
        kinds=(FieldKind.CHECKBOX, FieldKind.CHECKBOX_GROUP, FieldKind.RADIO),
        source="consents of European forms, by what one gives to whom",
    ),
)
