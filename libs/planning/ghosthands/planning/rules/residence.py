"""Questions for the applicant's residence in a sentence: "In which city do you live?"

They are in the form that `signals.words` returns; English first, then other languages.
"""

from __future__ import annotations

from ghosthands.planning.rule import FieldRule, profile_rule, rule

_LIVE = r"(?:do|are) you (?:\w+ )?(?:live|reside|based|located)"

LIVED_IN: tuple[FieldRule, ...] = (
    profile_rule(
        "country_of_residence",
        r"\bcountry of residence\b|\bcountry (?:where|in which) you (?:currently )?(?:live|reside)"
        rf"|\b(?:which|what) country {_LIVE}|\bresidence country\b"
        r"|\bin welchem land (?:\w+ )?(?:wohn|leb)|\bwohnsitzland\b"
        r"|\bdans quel pays (?:\w+ )?(?:habit|viv|resid)|\bpays de residence\b"
        r"|\ben que pais (?:\w+ )?(?:viv|resid)|\bpais de residencia\b"
        r"|\bin quale paese (?:\w+ )?(?:viv|risied|abit)|\bpaese di residenza\b"
        r"|\bem que pais (?:\w+ )?(?:mora|viv|resid)|\bpais de residencia\b"
        r"|\bin welk land (?:\w+ )?woon|\bland van verblijf\b|\bwoonland\b"
        r"|\bw jakim kraju (?:\w+ )?mieszka|\bkraj zamieszkania\b"
        r"|\bi vilket land bor\b|\bbosattningsland\b"
        r"|\bhvilket land bor\b|\bbop[aæ]lsland\b"
        r"|\bhvilket land bor\b|\bbostedsland\b",
        identifier=r"country ?of ?residence|residence ?country",
        question=True,
        source="Hand-X country_of_residence",
    ),
    rule(
        "city_lived_in",
        "profile.location.city",
        rf"\b(?:which|what) (?:city|town) {_LIVE}"
        r"|\b(?:city|town) (?:where|in which) you (?:currently )?(?:live|reside)"
        r"|\bin welcher stadt (?:\w+ )?(?:wohn|leb)|\bwo wohn(?:en sie|st du)$"
        r"|\bdans quelle ville (?:\w+ )?(?:habit|viv|resid)|\bville de residence\b"
        r"|\ben que ciudad (?:\w+ )?(?:viv|resid)|\bciudad de residencia\b"
        r"|\bin quale citta (?:\w+ )?(?:viv|risied|abit)|\bcitta di residenza\b"
        r"|\bem que cidade (?:\w+ )?(?:mora|viv|resid)|\bcidade de residencia\b"
        r"|\bin welke (?:stad|plaats) (?:\w+ )?woon"
        r"|\bw jakim miescie (?:\w+ )?mieszka|\bmiejsce zamieszkania\b"
        r"|\bi vilken stad bor\b|\bbostadsort\b"
        r"|\bhvilken by bor\b"
        r"|\bhvilken by bor\b|\bbosted\b",
        identifier=r"(?!)",
        unless=r"\b(?:state|province|country)\b",
        question=True,
        source="questions in sentences",
    ),
    rule(
        "state_lived_in",
        "profile.location.state",
        rf"\b(?:which|what) (?:u ?s )?(?:state|province)(?: or (?:province|territory|region))? {_LIVE}",
        identifier=r"(?!)",
        question=True,
        source="questions in sentences",
    ),
)
