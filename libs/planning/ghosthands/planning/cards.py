"""Forms that take a payment: they ask for a card's number or its security code.

Nobody pays for another: what such a form asks for a card is asked of nobody but on the page itself, takes no answer,
and its buttons are a human's to press.
"""

from __future__ import annotations

from ghosthands.domain.page import FieldModel, PageModel
from ghosthands.planning import autocomplete
from ghosthands.planning.alternatives import Alternatives
from ghosthands.planning.signals import words

_TOKENS = frozenset({"cc-number", "cc-csc"})
#: A label that is one of them; a card alone may be one for members, or to prove who somebody is.
_SECRETS = Alternatives(
    r"^(?:(?:your|the|credit|debit|payment|bank|or) )*card ?(?:number|no)$"
    r"|^card (?:security|verification) (?:code|number)$"
    r"|^cvv2?\b|^cvc2?\b|^csc$|^(?:kredit)?kartennummer$|^kreditkarten ?nummer$|^kartenprufnummer$"
    r"|^numero de (?:la )?carte(?: (?:bancaire|de credit|de paiement))?$|^cryptogramme\b"
    r"|^numero de (?:la |su |tu )?tarjeta(?: de (?:credito|debito))?$"
    r"|^numero (?:della )?carta(?: di credito)?$|^numero do cartao(?: de (?:credito|debito))?$"
    r"|^(?:credit ?)?(?:card|kaart)nummer$|^numer karty(?: (?:kredytowej|platniczej|debetowej))?$"
    r"|^(?:kredit)?kort(?:ets )?nummer$|^kortin numero$|^cislo (?:platebni |kreditni )?karty$"
    r"|^номер (?:банковской )?карты$|^номер картки$|^(?:クレジット)?カード番号|^(?:信用卡|银行卡)?卡号$|^카드 ?번호"
)


def asks_for_a_card(label: str, attribute: str) -> bool:
    """Whether a field with this label and `autocomplete` attribute takes a card's number or its security code."""
    return autocomplete.token(attribute) in _TOKENS or _SECRETS.search(words(label))


def list_paying(page: PageModel) -> frozenset[tuple[str, int]]:
    """Return the forms that take a payment, each by its frame and its number there."""
    return frozenset(
        (field.locator.frame, field.form) for field in page.fields if field.is_shown and _asks_for_a_card(field)
    )


def _asks_for_a_card(field: FieldModel) -> bool:
    return asks_for_a_card(field.label or field.placeholder, field.autocomplete)
