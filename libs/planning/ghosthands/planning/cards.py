"""Forms that take a payment: they ask for a card's security code, or for the number of a card that pays.

They may ask it in a frame of the service that is paid through, which often holds no more than one box, and whose title
says what it is for where its boxes cannot be read.

Nobody pays for another: what such a form asks for a card is asked of nobody but on the page itself, takes no answer,
and its buttons are a human's to press. "Card number" alone may be that of a card that proves who somebody is, or what
they may do: it pays where something else in its form is asked of payment cards alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Protocol

from ghosthands.planning import autocomplete
from ghosthands.planning.alternatives import Alternatives
from ghosthands.planning.signals import words

_TOKENS = frozenset({"cc-number", "cc-csc"})
#: The beginning of every token for a card's data.
_OF_CARDS = "cc-"
#: A label that is one of them, and of no other card.
_SECRETS = Alternatives(
    r"^(?:your |the )?(?:(?:credit|debit|payment|bank|or) )+card ?(?:number|no)$"
    r"|^card (?:security|verification) (?:code|number)$|^cryptogramme\b"
    r"|^cv[cv]2?(?: (?:cv[cv]2?|csc|cid|\d|code|number|no|digits?|security|card|and|or|of|on|the|back))*$"
    r"|^kreditkarten ?nummer$|^kartenprufnummer$|^numero de (?:la )?carte (?:bancaire|bleue|de credit|de paiement)$"
    r"|^numero de (?:la |su |tu )?tarjeta de (?:credito|debito)$|^numero (?:della )?carta di credito$"
    r"|^numero do cartao de (?:credito|debito)$|^credit ?(?:card|kaart) ?nummer$"
    r"|^numer karty (?:kredytowej|p[lł]atniczej|debetowej)$|^(?:kredit|betal(?:nings|ings)?) ?korts? ?nummer$"
    r"|^(?:luotto|maksu)kortin numero$|^cislo (?:platebni|kreditni) karty$|^номер банковской карты$"
    r"|^クレジットカード番号|^(?:信用卡|银行卡)(?:卡)?号|^신용 ?카드 ?번호"
)
#: A label that is the number of some card.
_NUMBER = Alternatives(
    r"^(?:(?:your|the) )?card ?(?:number|no)$|^kartennummer$|^numero de (?:la )?carte$"
    r"|^numero de (?:la |su |tu )?tarjeta$|^numero (?:della )?carta$|^numero do cartao$|^kaart ?nummer$|^numer karty$"
    r"|^kort(?:ets)? ?nummer$|^kortin numero$|^cislo karty$|^номер карты$|^номер картки$|^カード番号|^卡号$|^카드 ?번호"
)
#: What is asked beside the number of a card that pays: its security code, whose it is, its end in two digits.
_BESIDE = Alternatives(
    r"^cv[cv]2?\b|^csc$|^security code\b|^sicherheitscode\b|^code de securite\b|^codigo de seguridad\b"
    r"|^codice di sicurezza\b|^codigo de seguranca\b|^beveiligingscode\b|^sakerhetskod\b|^sikkerhedskode\b"
    r"|^sikkerhetskode\b|^kod bezpieczenstwa\b|^bezpecnostni kod\b|^turvakoodi\b"
    r"|^(?:full )?name on (?:the |your )?card\b|^card ?holder\b|^karteninhaber|^name auf der karte\b"
    r"|^nom (?:figurant )?sur la carte\b|^titulaire de (?:la )?carte\b|^nombre en la tarjeta\b|^titular de la tarjeta\b"
    r"|^nome sulla carta\b|^(?:intestatario|titolare) (?:della )?carta\b|^nome (?:impresso )?no cartao\b"
    r"|^titular do cartao\b|^naam op (?:de )?kaart\b|^kaarthouder\b|^kortinnehavare|^namn pa kort|^kortholder"
    r"|^kortindehaver|^kortinnehaver|^navn pa kort|^kortinhaltija|^nimi kortissa\b|^posiadacz karty\b"
    r"|^(?:imie i )?nazwisko na karcie\b|^jmeno na karte\b|^drzitel karty\b|^(?:имя на карте|владелец карты)"
    r"|^カード名義|^持卡人|^valid thru\b"
    r"|^(?=.*\bmm ?(?:yy|jj|aa|rr|vv|гг)\b)(?:mm|exp|valid|ablauf|gultig|date d exp|fecha|caduc|venc|scad|data|verval"
    r"|geldig|utgang|giltig|udl[oø]b|gyldig|utl[oø]p|waz|termin|plat|konec|voimass|срок)"
)
#: The title or name of a frame in which a card is asked for: "Secure card payment input frame".
_FRAME = Alternatives(
    r"\bcard ?(?:number|payment|details|data|form|input|frame)|\b(?:credit|debit|payment|bank) ?card|\bcv[cv]2?\b"
    r"|\bsecured? payment|\bpayment ?(?:input|details|form|field|frame|element)|\bkreditkarte|\bkartennummer"
    r"|\bkartenzahlung|\bzahlungs(?:eingabe|formular|daten)|\bcarte (?:bancaire|de credit|de paiement)"
    r"|\bnumero de (?:la )?carte|\bpaiement (?:par carte|securise)|\btarjeta de (?:credito|debito)"
    r"|\bnumero de (?:la )?tarjeta|\bpago (?:con tarjeta|seguro)|\bcarta di credito|\bnumero (?:della )?carta"
    r"|\bcartao de (?:credito|debito)|\bnumero do cartao|\bkaart ?nummer|\bkort ?nummer|\bnumer karty|\bcislo karty"
)

#: a form: its frame's place, and its number there
Form = tuple[str, int]


class FormQuestion(Protocol):
    """A question of a form."""

    @property
    def label(self) -> str:
        """Its words."""

    @property
    def placeholder(self) -> str:
        """The words that stand in its box."""

    @property
    def autocomplete(self) -> str:
        """The attribute by which the author says what belongs there."""


def takes_a_payment(form: Iterable[FormQuestion]) -> bool:
    """Whether a form that asks this takes a payment."""
    asked = list(form)
    return any(map(_is_of_payment, asked)) or (any(map(_is_a_number, asked)) and any(map(_is_beside, asked)))


def find_paying(asked: Iterable[tuple[Form, FormQuestion]]) -> frozenset[Form]:
    """Return the forms that take a payment, of those with these questions."""
    forms = defaultdict[Form, list[FormQuestion]](list)
    for form, each in asked:
        forms[form].append(each)
    return frozenset(form for form, questions in forms.items() if takes_a_payment(questions))


def is_cards_frame(said: str) -> bool:
    """Whether a frame with that title or name asks for a card that pays."""
    return _FRAME.search(words(said))


def _is_of_payment(asked: FormQuestion) -> bool:
    return autocomplete.token(asked.autocomplete) in _TOKENS or _SECRETS.search(_read(asked))


def _is_a_number(asked: FormQuestion) -> bool:
    return _NUMBER.search(_read(asked))


def _is_beside(asked: FormQuestion) -> bool:
    is_told = autocomplete.token(asked.autocomplete).startswith(_OF_CARDS)
    return is_told or any(map(_BESIDE.search, _list_readings(asked)))


def _read(asked: FormQuestion) -> str:
    return words(asked.label or asked.placeholder)


def _list_readings(asked: FormQuestion) -> Sequence[str]:
    """Return its words, without and with what stands in the box: "Expiry date", "MM/YY"."""
    return _read(asked), words(f"{asked.label} {asked.placeholder}")
