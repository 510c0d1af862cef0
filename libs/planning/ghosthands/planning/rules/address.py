"""The applicant's address: its lines, its parts, and boxes that hold several of them.

A text that contains another part's words ("city, state and zip") comes before that part.
"""

from __future__ import annotations

import re

from ghosthands.planning.alternatives import joined
from ghosthands.planning.rule import ANSWERABLE, DROPDOWNS, TEXTUAL, TYPED_AHEAD, FieldRule, profile_rule, rule, stop
from ghosthands.planning.rules import field_words
from ghosthands.planning.rules.residence import LIVED_IN

#: Words around a place that is where the applicant lives. Any other word may say what else is there.
_AROUND = joined(
    re.findall(
        r"\S+",
        r"""
    city town suburb locality municipality village your my the an? of in or and applicants? candidates? current
    home present permanent residence residential residing resident address mailing postal billing shipping
    delivery location name code full please select choose enter edit pick provide country nation state states
    province region prefecture territory county emirate governorate parish district area division department
    usa? u s us canada canadian australian indian domestic if applicable only required optional which what do
    you live reside where are located based is from one list option first primary contact customer buyer user
    account personal abbreviation initials short long \d for other outside non not listed this
    """,
    )
)


def _lived_in(noun: str) -> str:
    """Return the pattern of a label that is the noun, among words that leave it where the applicant lives."""
    return rf"^(?=.*\b(?:{noun}))(?:(?:{_AROUND}) )*(?:{noun})(?: (?:{_AROUND}))*$"


ADDRESS_LINE2 = profile_rule(
    "address_line2",
    rf"\baddress ?(?:line ?)?(?:2|two|cont(?:inued|d)?)\b|\badresse (?:ligne )?2\b"
    r"|^(?:additional address(?: info(?:rmation)?)?|street 2)$|\bsecond (?:address )?line\b"
    rf"|\b(?:apt|apartment|suite|flat)\b|\bunit(?: number| no)?$|complement|^(?:street )?line 2$"
    r"|^(?:unit|floor|building)(?: (?:or |and )?(?:name|no|number|unit|floor|building|block|tower))*$"
    r"|^area (?:street|sector|colony|locality)\b|\b(?:\d+(?:st|nd|rd|th)|ground|top) floor\b"
    rf"|{field_words.ADDRESS_LINE2}",
    identifier=r"addr(?:ess)? ?(?:line)? ?(?:2|two)|\b(?:street|billing|shipping|delivery) line 2\b"
    r"|\b(?:street|addr(?:ess)?|adresse?|adres|strasse)\b.* (?:second|2 nd) line\b"
    r"|street ?(?:address)? ?(?:2|two)|\b(?:apt|apartment|suite|flat)\b"
    r"|complement|^unit(?: ?number)?$|^apt ?suite$|^(?:line|add) 2$|adress ?zusatz|appartement",
    unless=r"^adresse (?!ligne|2|zusatz)|^(?:flat|house|building)\b.*\bhouse (?:no|number)\b"
    r"|^(?:street|ulica|strasse|rue|calle|via|rua|straat|gata|utca)\b(?! 2).* (?:and|oraz|i|und|et|y|e|en|och|og|a"
    r"|ve)\b",
    kinds=TEXTUAL,
    source="Chromium kAddressLine2Re",
)

#: where somebody would like to work, and not where they live
_WISHED = (
    r"\b(?:preferred|desired|wish\w*|want|stores?|onskat|onsket|vill (?:arbeta|jobba)|vil arbeide|chcesz pracowac"
    r"|preferowan\w+|deseja|pretendid[oa]|desead[oa]|prefer(?:id[oa]|it[oa])|desiderat[oa]|souhaitee?|gewenste?|gewunschte?r?|wunsch\w*)\b"
)

CITY = rule(
    "location_city",
    "profile.location.city",
    _lived_in("city|town|suburb|locality|municipality|village") + rf"|{field_words.CITY}",
    identifier=r"\bcity(?: ?name)?\b|city$|\btown\b|\bsuburb\b|address level 2|locality|\bville\b|ciudad"
    rf"|candidate location|{field_words.named('city')}",
    unless=rf"capacity|ethnicity|velocity|\bstate\b|\bcountry\b|province|{_WISHED}",
    source="Chromium kCityRe; ATS greenhouse Location (City)",
)

STATE = rule(
    "state",
    "profile.location.state",
    _lived_in("state|province|region|prefecture|territory|county|emirate|governorate") + rf"|{field_words.STATE}",
    identifier=r"\bstate\b|state$|^(?:autofill )?zone$|administrative area|address level 1|\bterritory\b|province"
    rf"|\bregion\b|\bcounty\b|prefecture|{field_words.named('state')}",
    unless=r"united state|statement|estate|^(?:land|pais|pays|paese|kraj|zeme|krajina|drzava|zemlja"
    r"|maa) (?:\w+ )?regi[oj]"
    r"|\bcity\b|\bcountry\b"
    r"|citizen|visa|sales",
    source="Chromium kStateRe",
)

#: Words for what follows a house's number in its own box, and is no second line.
_ADDITION = (
    r"(?: (?:and|en|und|og|och|with|met|mit|med|incl|inkl|including|inclusief|inklusive))?"
    r" (?:additions?|suffix|letter|toev|toevoeging|zusatz|bokstav)"
)

HOUSE_NUMBER = profile_rule(
    "address_house_number",
    rf"^(?:the |your )?(?:house|street|civic) (?:no|nr|num|number)(?:{_ADDITION})?$"
    rf"|^(?:haus|huis|hus|gatu|gate) ?(?:nr|nummer)(?:{_ADDITION})?$"
    r"|^(?:numero )?civico$|^n civico$|^numero (?:exterior|ext|de (?:la )?(?:casa|calle|maison|rue|voie)|da casa)$"
    r"|^n (?:exterior|ext|de (?:la )?(?:rue|voie|casa))$|^(?:nr|numer) (?:domu|budynku)$|^cislo (?:domu|popisne)$"
    r"|^(?:hazszam|talonumero|kucni broj|hisna stevilka|(?:bina|kap[iı]|ev) no)$|^(?:номер дома|номер будинку|门牌号)$",
    identifier=r"\b(?:street|house|haus|huis|hus|gate) ?(?:no|nr|num|number|nummer)$|\bnumero civico$|\bnr ?domu$"
    r"|\b(?:direccion|endereco|calle|rua) (?:numero|num|no|nr)$",
    source="shops of Europe and Latin America: a number in a box of its own, beside the street's",
)

ADDRESS: tuple[FieldRule, ...] = (
    HOUSE_NUMBER,
    stop(
        "cross_streets",
        r"^(?:nearest )?cross streets?$|^entre (?:que |las )?calles?\b",
        identifier=r"\bbetween ?streets?\b|\bentre ?calles?\b",
        source="Mexican shops: the streets that the address is between",
    ),
    stop(
        "time_zone",
        r"\btime ?zone\b|\bzeitzone\b|\bfuseau horaire\b|\bzona horaria\b|\bfuso (?:orario|horario)\b|\btijdzone\b"
        r"|\bstrefa czasowa\b|\bcasova zona\b|\btids(?:zone?|sone)\b|\baikavyohyke\b|\bsaat dilimi\b|часовои пояс"
        r"|タイムゾーン|时区",
        identifier=r"\btime ?zone\b",
        source="lists of zones look like lists of countries",
    ),
    stop(
        "civil_status",
        rf"\b(?:marital|civil) status\b|{field_words.CIVIL_STATUS}",
        identifier=r"(?:marital|civil) ?status|estado ?civil|stato ?civile",
        source="what is called a state in other languages too",
    ),
    stop(
        "address_name",
        rf"^(?:address|location) (?:name|nick ?name|label|title)$|\bnick ?name (?:of|for) (?:this|the) address\b"
        rf"|^name (?:of )?this address$|{field_words.ADDRESS_NAME}",
        source="shops: what to remember an address by",
    ),
    stop(
        "remembered_place",
        r"\b(?:what|which|name of the) (?:\w+ )?(?:street|city|town|place|hospital)\b.*\b(?:born|gr[eo]w|me[et]t"
        r"|honeymoon)\b",
        source="security questions of banks and accounts",
        question=True,
    ),
    stop(
        "birth_or_nationality",
        r"\b(?:place|city|country|state|town) of birth\b|birth ?place|\bnationality\b|\bcitizenship\b|geburtsort",
        identifier=r"birth ?place|nationality|citizenship",
        source="Hand-X canonical keys: none of them",
    ),
    profile_rule(
        "date_of_birth",
        rf"\bdate of birth\b|\bbirth ?(?:date|day)\b|^d ?o ?b\b|^when were you born$|{field_words.BIRTH}",
        identifier=r"birth ?(?:date|day)|date ?of ?birth|\bdob\b|\bbday\b"
        r"|data ?(?:de ?)?nascimento|fecha ?(?:de ?)?nacimiento"
        r"|geburtsdatum|geboortedatum|date ?(?:de ?)?naissance|data ?(?:di ?)?nascita"
        rf"|{field_words.named('birth')}",
        source="Chromium birthdate parser",
    ),
    stop(
        "place_and_date",
        r"^(?:place|ort|lieu|lugar|luogo|local|plaats|miejsce|miejscowosc|sted|misto|paikka)"
        r" (?:and |und |et |y |e |en |i |og |och |a |ja )?(?:date|datum|fecha|data|dato|paivays)$",
        source="the line before a signature: where and when it is signed",
    ),
    stop(
        "landmark",
        r"^(?:nearest )?landmark$",
        identifier=r"\blandmark",
        source="Indian shops: beside the address",
    ),
    stop(
        "address_lookup",
        r"\b(?:address|postcode|post code) (?:look ?up|search|finder)\b|\bfind (?:your |my )?address\b"
        r"|^(?:trova|encontre|busca|encuentra|trouvez|rechercher|cerca|znajdz|vyhledat|hitta|finn|find|etsi) "
        r"(?:\w+ )?(?:indirizzo|endereco|direccion|adresse|adres|adresu|adress|osoite)$|^주소 (?:찾기|검색)$",
        source="Chromium kAddressLookupRe",
    ),
    rule(
        "zip_and_city",
        "profile.location.zip_and_city",
        r"^(?:zip|post(?:al)?) ?(?:code )?(?:and )?(?:city|town|place)$"
        rf"|^(?:city|town) (?:and )?(?:zip|post(?:al)?) ?(?:code)?$|{field_words.ZIP_AND_CITY}",
        identifier=r"^(?:\w+ )*(?:zip|plz|cp|cap|psc|post(?:al)? ?code) ?(?:and )?(?:city|ort|ville|citta|mesto)$",
        source="one box for both, as letters are addressed",
    ),
    rule(
        "city_state_zip",
        "profile.location.city_state_zip",
        r"^(?:city|town) (?:and |or )?(?:state|province)(?: (?:or )?province)? (?:and |or )?(?:zip|post(?:al)?)"
        r"(?: ?code)?(?: (?:or )?postal code)?$",
        identifier=r"^(?:\w+ )*city ?state ?zip(?: ?code)?$|^csz$",
        source="home-made forms of the United States",
    ),
    rule(
        "whole_address",
        "profile.address_full",
        r"^(?:your )?(?:full|complete|whole) (?:\w+ )?address$|^address (?:including|with|incl)\b.*\b(?:zip|post)"
        r"|^(?:your |home |mailing |current |full )*address (?:street )?(?:and )?city (?:and )?(?:state|province|town)?"
        r" ?(?:and )?(?:country )?(?:zip|post(?:al)?)(?: ?code)?(?: country)?$"
        r"|^(?:vollstandige|komplette) (?:adresse|anschrift)$|^adresse (?:postale )?complete$"
        r"|^direccion completa$|^indirizzo completo$|^endereco completo$|^morada completa$|^volledig adres$"
        r"|^pelny adres$|^fullstandig adress$|^полныи адрес$",
        identifier=r"^(?:full|complete|whole) ?address$",
        kinds=TEXTUAL,
        source="one box for all of it",
    ),
    stop(
        "address_line3",
        rf"\b(?:street|address) ?(?:line ?)?(?:3|three)\b|\bthird (?:address )?line\b|{field_words.ADDRESS_LINE3}",
        source="a profile has two lines, and the second would be said twice",
    ),
    ADDRESS_LINE2,
    profile_rule(
        "address_line1",
        r"\bstreet\b|\baddress ?(?:line ?)?(?:1|one)\b|^line 1$|^address of residence$"
        r"|^flat\b.*\bhouse (?:no|number)\b"
        r"|^(?:please )?(?:enter )?(?:or edit )?your address$"
        r"|^(?:your |primary |home |mailing |residential |residence |current |present |physical |postal |permanent "
        r"|full |billing |shipping |delivery |correspondence )*"
        rf"address$|{field_words.STREET}",
        identifier=rf"addr(?:ess)? ?(?:line)? ?(?:1|one)\b|street(?:address)?|^(?:\w+ )*address$|^addr$"
        rf"|^(?:line|add) 1$|\b(?:street|billing|shipping|delivery) line 1\b"
        rf"|strasse|direccion|indirizzo|{field_words.named('street')}",
        unless=rf"{field_words.OF_SOMETHING_ELSE}|e ?mail|\bip\b|\bweb"
        r"|\b(?:2|3|4|two|three)\b|\b(?:second|third|fourth) line\b|\bcity\b"
        r"|^street n(?:umbe)?r\b|^\w+ number$",
        kinds=TYPED_AHEAD,
        source="Chromium kAddressLine1Re",
    ),
    rule(
        "postal_code",
        "profile.location.zip",
        rf"\bzip(?: ?code)?\b|\bpostal ?(?:code)?\b(?! address)|\bpost ?code\b|\beircode\b|\bpin ?code\b"
        rf"|{field_words.POSTAL_CODE}",
        identifier=r"zip|postal ?code|post ?(?:code|number)|\bp(?:in)? ?code\b|eircode|cod ?pos|\bpostal\b(?! address)"
        rf"|{field_words.named('postal_code')}",
        unless=rf"{field_words.OF_SOMETHING_ELSE}|\bcity\b.*\bstate\b",
        source="Chromium kZipCodeRe",
    ),
    profile_rule(
        "preferred_locations",
        r"\b(?:preferred|desired) (?:work |office |job )?(?:locations?|cit(?:y|ies)|office)\b",
        kinds=ANSWERABLE,
        question=True,
        source="Hand-X preferred_locations",
    ),
    *LIVED_IN,
    CITY,
    STATE,
    rule(
        "country",
        "profile.location.country",
        rf"{_lived_in('country')}|^nation$|{field_words.COUNTRY}",
        identifier=rf"country|{field_words.named('country')}",
        unless=r"\bcode\b|phone|birth|citizen|national|calling|dial|\bcity\b",
        source="Chromium kCountryRe",
    ),
    rule(
        "country_list",
        "profile.location.country",
        r"(?!)",
        identifier=r"country ?(?:code|iso)",
        unless=r"phone|mobile|\btel\b|dial|calling|currency",
        kinds=DROPDOWNS,
        source="Shopify countryCode; lists of dialling codes are known by their options",
    ),
    rule(
        "location",
        "profile.location.full",
        r"^(?:(?:your|home|current|candidate|present) )*location\b|\bcity (?:and|or|state|country|province)"
        r"|\bwhere (?:are you|do you) (?:currently |presently )?(?:based|located|living|live|reside)"
        r"|^ubicacion$|^standort$",
        identifier=r"^(?:current |candidate |home )?location$",
        unless=r"prefer|office|desired|work",
        question=True,
        source="ATS lever, ashby",
    ),
)
