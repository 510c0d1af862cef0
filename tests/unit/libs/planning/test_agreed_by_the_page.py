"""A box that the page has ticked itself: what goes beyond applying is taken back, in any language, and no other box."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ghosthands.domain.page import FieldKind, FieldState
from ghosthands.domain.plan import ActionKind, LeftAlone, PlannedAction
from tests.unit.libs.planning.test_plan import field, outcome, page, planned

TICKED = {"kind": FieldKind.CHECKBOX, "state": FieldState.FILLED}


@pytest.mark.parametrize(
    "words",
    [
        "Bewaar mijn gegevens en stuur mij vacatures van partners",
        "Ich stimme einer Hintergrundüberprüfung zu",
        "J'accepte l'arbitrage",
        "Jag samtycker till en bakgrundskontroll",
        "Wyrażam zgodę na kontakt przez SMS",
        "I am happy to be contacted on WhatsApp",
        "Oui, par SMS",
        "동의합니다",
    ],
)
def test_whatever_else_the_page_agrees_to_is_taken_back(words: str) -> None:
    made = outcome(field(words, **TICKED))
    assert isinstance(made, PlannedAction)
    assert (made.key, made.kind) == ("constant.no", ActionKind.FILL)
    asked = planned(page(field(words, required=True, **TICKED)))
    assert [one.field_id for one in asked.unclear] == [words]


@pytest.mark.parametrize(
    "words",
    [
        "I currently work here",
        "Ich arbeite derzeit hier",
        "Je travaille actuellement ici",
        "Postadresse wie Wohnadresse",
        "Same as home address",
        "Send me a copy of my application",
        "Remember me",
        "J'ai le permis B",
        "Available immediately",
        "I agree to the privacy policy",
        "Ich habe die Datenschutzerklärung gelesen und stimme zu",
        "Ik heb een rijbewijs",
        "Mam prawo jazdy",
        "現在勤務中",
        "在职",
    ],
)
def test_a_ticked_box_that_agrees_to_nothing_more_stays_as_it_is(words: str) -> None:
    assert isinstance(outcome(field(words, **TICKED)), LeftAlone)


@pytest.mark.parametrize(
    "words",
    [
        "Tick this box if you do not wish to receive our newsletter",
        "Opt out of marketing",
        "Ich möchte keine Werbung erhalten",
        "Je ne souhaite pas recevoir la newsletter",
        "No deseo recibir ofertas",
        "Non desidero ricevere newsletter",
        "Ik wil geen nieuwsbrief ontvangen",
        "Não quero receber ofertas",
        "Jag vill inte ha nyhetsbrev",
        "Jeg ønsker ikke nyhetsbrev",
        "Nie chcę otrzymywać newslettera",
        "Nechci dostávat newsletter",
        "En halua uutiskirjettä",
        "我不希望接收营销信息",
        "メールマガジンを希望しない",
        "마케팅 정보 수신을 거부합니다",
    ],
)
def test_a_tick_that_may_refuse_an_offer_is_asked_about(words: str) -> None:
    asked = planned(page(field(words, **TICKED)))
    assert [one.field_id for one in asked.unclear] == [words]
    assert not asked.actions


def test_what_a_human_has_ticked_stays_ticked() -> None:
    box = field("Stuur mij de nieuwsbrief", **TICKED)
    assert isinstance(outcome(box, by_human=frozenset({box.id})), LeftAlone)


def test_an_offer_that_the_page_has_accepted_among_buttons_is_declined() -> None:
    chosen = field(
        "Möchten Sie unseren Newsletter erhalten?", FieldKind.RADIO, state=FieldState.FILLED, options=("Ja", "Nein")
    )
    made = outcome(chosen)
    assert isinstance(made, PlannedAction)
    assert (made.key, made.kind) == ("constant.no", ActionKind.CHOOSE)
    turned = replace(chosen, label="Möchten Sie keinen Newsletter?")
    assert [one.field_id for one in planned(page(turned)).unclear] == [chosen.id]
    unsaid = field("Newsletter?", FieldKind.RADIO, state=FieldState.FILLED, options=("Weekly", "Monthly"))
    assert [one.field_id for one in planned(page(unsaid)).unclear] == ["Newsletter?"]
