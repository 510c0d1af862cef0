"""Consent: the agreements that GhostHands gives by itself, a closed list.

Only two things are agreed to: the terms of applying (a privacy notice, terms of use, the processing of one's data for
this application), and that what was filled in is true. A label counts only if *all* of it is made of the phrases of
`consent_words.py`, because what stands beside them is a statement about the applicant: "… and I am at least 18" is
theirs to make.
The headings over it count too: "the terms" are those of what the heading names, so it has to be made of listed words;
and under an agreement of another kind (arbitration, a waiver, a background check) nothing is agreed to.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ghosthands.domain.caches import CACHED_TEXTS
from ghosthands.planning import employer
from ghosthands.planning.rules.consent_words import KEEPS, LANGUAGES, STORES, WORKS_ON
from ghosthands.planning.rules.offers import OFFERS
from ghosthands.planning.signals import words

#: Languages without a space between words.
_UNSPACED = ("ja", "ko", "zh")


class _Patterns(NamedTuple):
    agrees: re.Pattern[str]
    terms: re.Pattern[str]
    data: re.Pattern[str]
    purpose: re.Pattern[str]
    given: re.Pattern[str]
    true: re.Pattern[str]
    around: re.Pattern[str]


def _compile(code: str) -> _Patterns:
    end = "" if code in _UNSPACED else r"(?!\w)"
    return _Patterns(*(re.compile(rf"(?:{phrases}){end}") for phrases in LANGUAGES[code]))


_PATTERNS = tuple(map(_compile, LANGUAGES))

#: Terms that say by themselves nothing of what they are about.
_UNNAMED_TERMS = re.compile(
    r"terms.*|conditions.*|(?:(?:allgemeine[nr]? )?(?:nutzungs|geschafts|teilnahme|bewerbungs)?bedingungen)|agb|cgu"
    r"|mentions legales|terminos.*|condiciones.*|bases legales|termini.*|condizioni.*|policy|normativa"
    r"|(?:algemene |gebruiks?)?(?:gebruiks)?voorwaarden|termos.*|condicoes.*|(?:利用)?規約"
)
#: An agreement other than that of applying, where a heading has more than listed words.
_OTHER_AGREEMENT = re.compile(
    r"\b(?:agreements?|waivers?|waiv\w+|arbitrat\w+|arbitraje|arbitragem|arbitrage|jury|class actions?|nda|release of"
    r"|non ?(?:compet\w*|disclosure|solicit\w*)|confidentiality|liabilit\w+|indemni\w+|covenants?|authori[sz]ations?"
    r"|credit (?:bureau|check|report)\w*|affiliates?|third part(?:y|ies)|at will"
    r"|background (?:check|screen|investigat|verif)\w*|drug (?:test|screen)\w*|schieds\w*|vereinbarung\w*"
    r"|\w*verzicht\w*|wettbewerbs\w*|verschwiegenheit\w*"
    r"|geheimhaltung\w*|haftung\w*|sammelklage\w*|vollmacht\w*|accord|convention|renonciation|concurrence|decharge"
    r"|responsabilit\w+|recours collectif|autorisation|acuerdo|convenio|renuncia|competencia|confidencialidad\w*"
    r"|exencion|responsabilidad\w*|demandas? colectivas?|autorizacion|accordo|patto|rinuncia|concorrenza|riservatezza"
    r"|manleva|liberatoria|clausola|\w*overeenkomst|afstand|\w*concurrentiebeding|geheimhouding\w*"
    r"|aansprakelijkheid|vrijwaring"
    r"|machtiging|acordo|concorrencia|isencao|autorizacao)\b"
    r"|仲裁|放棄|競業|秘密保持|誓約|合意書|免責|委任"
)
#: Words of headings over any part of an application, or over the terms of applying.
_PLAIN_HEADING = re.compile(
    r"(?:privacy|terms|conditions|consents?|agreements?|applications?|apply|forms?|submit|submission|additional"
    r"|further"
    r"|other|information|info|personal|details|data|contact|about|your|yourself|you|my|me|profile|account|create|sign"
    r"|up|in|register|registration|login|final|last|step|review|questions?|general|job|candidates?|applicants?|legal"
    r"|notices?|polic(?:y|ies)|statements?|declarations?|acknowledge?ments?|confirm(?:ation)?|certification|signature"
    r"|and|of|an?|the|for|to|use|service|website|site|this|please|now|resume|cv|documents|attachments|upload|finish"
    r"|complete|almost|done|required|user|cookies|gdpr|acceptance|here|with|us|new|lets?|get|started|begin|start"
    r"|welcome"
    r"|datenschutz\w*|\w*bedingungen|agb|einwilligung(?:en)?|zustimmung|einverstandnis(?:erklarung)?|bewerbung\w*"
    r"|bewerben|bewerberdaten|jetzt|ihre?|deine?|meine?|daten|angaben|personliche|kontakt(?:daten)?|weitere"
    r"|zusatzliche"
    r"|informationen|abschluss|absenden|senden|formular|konto|erstellen|registrier(?:en|ung)|anmelden|erklarung"
    r"|hinweise"
    r"|rechtliche[s]?|und|zu[rm]?|de[rs]|die|das|allgemeine?s?|fragen|unterlagen|lebenslauf|profil|uber|sich|mich"
    r"|online"
    r"|schritt|letzter|bestatigung"
    r"|confidentialite|politique|vie|privee|donnees|personnelles|generales|utilisation|d|consentement|candidature"
    r"|postuler|votre|vos|ma|mes|mon|informations|coordonnees|complementaires|formulaire|envoyer|soumettre|compte"
    r"|creer"
    r"|inscription|mentions|legales|protection|de|des|la|le|les|et|a|au|propos|vous|derniere|etape|rgpd|validation"
    r"|privacidad|politica|proteccion|datos|personales|terminos|condiciones|uso|consentimiento|solicitud|candidatura"
    r"|postulacion|tu|su|mis|informacion|adicional|contacto|formulario|enviar|cuenta|crear|registro|aviso|declaracion"
    r"|y|el|los|del|preguntas|documentos|perfil|sobre|ti|ultimo|paso|confirmacion|inscripcion"
    r"|informativa|dati|personali|termini|condizioni|utilizzo|consens[oi]|candidati|tua|tue|informazioni|aggiuntive"
    r"|contatt[oi]|modulo|invi[ao]|crea|registrazione|note|legali|dichiarazione|di|e|il|domande|documenti|profilo"
    r"|ulteriori|generali|trattamento|dei"
    r"|privacy(?:verklaring|beleid)|(?:gebruiks)?voorwaarden|algemene|toestemming|akkoord|sollicit\w+|jouw|uw|je"
    r"|gegevens|persoonlijke|persoonsgegevens|informatie|aanvullende|contactgegevens|formulier|versturen|verzenden"
    r"|aanmaken|registreren|verklaring|en|het|van|vragen|documenten|profiel|over|laatste|stap|bevestiging"
    r"|privacidade|protecao|dados|pessoais|termos|condicoes|utilizacao|consentimento|candidatar|inscricao|sua|seu"
    r"|meus"
    r"|informacoes|adicionais|contato|conta|criar|declaracao|da|do|os|perguntas|curriculo|voce|lgpd|gerais"
    r"|confirmacao"
    r"|\d+)(?: |$)"
    r"|(?:プライバシー|ポリシー|個人情報|保護|方針|利用|規約|同意|応募|情報|入力|内容|確認|送信|フォーム|について"
    r"|[のとへご]"
    r"|取り?扱い|登録|会員|基本|事項|必須|エントリー)(?: |)"
)
#: Somebody agrees to something, whatever it is.
AGREES = re.compile(
    r"\b(?:i|by (?:checking|ticking|submitting|clicking|selecting|applying)\b.*\bi?)\b.*\b(?:agree|accept"
    r"|certify|acknowledge|confirm|consent|understand|declare|attest|have read|authori[sz]e)\b"
    r"|^(?:agree|accept|consent|acknowledge)\b|\bdo you (?:agree|accept|acknowledge|consent|certify)\b"
    r"|\bich (?:\w+ )*(?:stimme|akzeptiere|bestatige|erkenne|erklare|erteile|versichere|willige"
    r"|habe .* (?:gelesen|zur kenntnis genommen))\b"
    r"|\b(?:akzeptiere|bestatige|erklare|erteile|stimme|versichere|willige) ich\b"
    r"|\bhabe ich (?:\w+ )*gelesen\b|\beinverstanden\b|\bmit dem absenden .*\b(?:akzeptieren|stimmen) sie\b"
    r"|^(?:zustimmung|einwilligung)\b"
    r"|\bj ?(?:accepte|ai lu|ai pris connaissance|approuve|atteste|autorise)\b"
    r"|\bje (?:\w+ )?(?:certifie|confirme|consens|declare|reconnais|donne mon (?:accord|consentement))\b"
    r"|\b(?:acepto|he leido|autorizo|certifico|confirmo|consiento|declaro)\b|\bestoy de acuerdo\b"
    r"|\bdoy mi (?:\w+ )?(?:autorizacion|conformidad|consentimiento)\b"
    r"|\b(?:accetto|acconsento|autorizzo|certifico|confermo|ho letto|dichiaro)\b|\bpres[ao] visione\b"
    r"|\b(?:do|esprimo|presto|rilascio) il (?:mio |proprio )?consenso\b"
    r"|\bik (?:ga (?:\w+ )*akkoord|accepteer|bevestig|verklaar|stem (?:\w+ )*in|heb .* gelezen)\b|\bakkoord\b"
    r"|\b(?:ik geef|geef ik) (?:\w+ )?toestemming|\b(?:bevestig|verklaar) ik\b"
    r"|\b(?:aceito|li e|que li|li [ao]s?|concordo|confirmo|consinto|certifico|autorizo|declaro)\b"
    r"|\btomei conhecimento\b|\bestou (?:de acordo|ciente)\b|\bdou (?:\w+ )*consentimento\b"
    r"|\bjag (?:\w+ )?(?:samtycker|godkanner|accepterar|bekraftar|intygar|forsakrar|medger)\b"
    r"|\bger (?:jag )?mitt samtycke\b"
    r"|\bj[ae]g (?:\w+ )?(?:samtykker|accepterer|aksepterer|godkender|godkjenner|godtar|bekræfter|bekrefter"
    r"|erklærer)\b"
    r"|\bgi(?:ver|r) (?:\w+ )?(?:mit|mitt) samtykke\b|\bgi(?:ver|r) samtykke\b"
    r"|\b(?:suostun|hyvaksyn|vahvistan|vakuutan)\b|\bannan (?:\w+ )?(?:suostumukse|luva)"
    r"|\bwyrazam\b|\bakceptuje\b|\bzgadzam sie\b|\boswiadczam\b|\bpotwierdzam\b|\budzielam zgody\b"
    r"|\bsouhlasim\b|\budeluji\b|\bpotvrzuji\b|\bprohlasuji\b|\bakceptuji\b|\bberu na vedomi\b"
    r"|(?:同意|承諾|承诺|授权|授權)(?:する|し|の上|いた)?|동의|승낙|확인(?:합니다|했습니다|하였습니다)"
)
_KEEPS, _STORES, _WORKS_ON = map(re.compile, (KEEPS, STORES, WORKS_ON))
_NAME = r"(?:[A-ZÀ-Ý][\w&.-]*[ ]){0,3}[A-ZÀ-Ý][\w&.-]*"
#: A name before a notice: whose notice is read grants nothing by itself.
_OWNER = re.compile(
    rf"(?<=[a-zà-ÿ] )(?:{_NAME}['’]s?[ ](?!\w+ing\b|[a-z]+(?:ion|age)\b|use\b|data processing\b)"
    rf"|{_NAME}[ ](?=(?:(?:[Cc]andidate|[Aa]pplicant)[ ])?[Pp]rivacy\b))"
)
#: A name anywhere, which may be that of whoever processes the data.
_ANY_NAME = re.compile(rf"(?<=[a-zà-ÿ] ){_NAME}(?:['’]s?)?(?= |$)")


#: A heading that states something of the applicant: whoever says under it that it is true has said it.
_IS_STATED = re.compile(r"^(?:i|ich|je|j|yo|io|ik|eu) (?!agree\b|accept\b|consent\b)")


def speaks_of_agreeing(label: str) -> bool:
    """Whether the words agree to something, of whatever kind."""
    return bool(AGREES.search(label))


def asks_for_consent(written: str, headings: tuple[str, ...] = (), address: str = "") -> bool:
    """Whether a label, as it is written, asks for consent to the terms of applying and for nothing else.

    `headings` stand over it, nearest first; the page's `address` tells whose form it is.
    """
    return _asks_for_consent(_leave_out_employer(written, address), headings)


@lru_cache(maxsize=CACHED_TEXTS)
def _asks_for_consent(written: str, headings: tuple[str, ...]) -> bool:
    readings = [said for said in _list_readings(written) if _is_of_applying(said) and not _keeps_on(written, said)]
    if not readings or any(_OTHER_AGREEMENT.search(words(one)) and not _is_plain(one) for one in headings):
        return False
    over = [one for one in headings if words(one)]
    if any(_IS_STATED.match(words(one)) for one in over):
        return False
    # the outermost may be the posting's title
    return all(map(_is_plain, (*over[:1], *over[1:-1]))) or any("unnamed" not in said for said in readings)


def _is_of_applying(said: frozenset[str]) -> bool:
    """Whether it agrees to the terms of applying, or that what was filled in is true."""
    return (
        "agrees" in said and not said.isdisjoint(("terms", "data", "given")) and ("given" in said) is ("true" in said)
    )


def _keeps_on(written: str, said: frozenset[str]) -> bool:
    """Whether data are kept without a word of how long, so that it may be beyond this application."""
    if "data" not in said or "purpose" in said:
        return False
    told = words(written)
    return bool(_KEEPS.search(told) or (_STORES.search(told) and not _WORKS_ON.search(told)))


def _is_plain(heading: str) -> bool:
    """Whether a heading names a part of an application, or the terms of applying, and nothing else."""
    said, at = words(heading), 0
    while hit := _PLAIN_HEADING.match(said, at):
        at = hit.end()
    return at == len(said) or any(not one.isdisjoint(("terms", "data", "given")) for one in _list_readings(heading))


def agrees_outright(option: str) -> bool:
    """Whether an option is a bare yes, or agrees to the terms of applying and to nothing else."""
    return any("agrees" in said for said in _list_readings(option))


def _list_readings(written: str) -> list[frozenset[str]]:
    """Return the kinds of phrases that the whole text is made of, in each language in which it is."""
    said = words(written)
    return [kinds for patterns in _PATTERNS if (kinds := _tile(said, patterns))]


def _leave_out_employer(written: str, address: str) -> str:
    """Return the text without the name of the form's employer, and without that of whose notice it is.

    A name stays where it says what else is agreed to, or who else is to have the data.
    """
    owned = _OWNER.sub(lambda hit: hit[0] if _says_more(hit[0]) else "", written)
    return _ANY_NAME.sub(lambda hit: "" if _is_employer(hit[0], address) else hit[0], owned) if address else owned


def _is_employer(name: str, address: str) -> bool:
    said = words(name)
    return not _says_more(name) and employer.is_named(said.split(), address)


def _says_more(name: str) -> bool:
    said = words(name)
    return bool(_OTHER_AGREEMENT.search(said) or OFFERS.search(said))


def _tile(said: str, patterns: _Patterns) -> frozenset[str]:
    """Return the kinds of the phrases that the text is made of; empty where something else is in it.

    The longest phrase counts at each place.
    """
    at, found = 0, set[str]()
    while at < len(said):
        hits = (
            (hit.end(), kind)
            for kind, one in zip(_Patterns._fields, patterns, strict=True)
            if (hit := one.match(said, at))
        )
        end, kind = max(hits, default=(at, ""))
        if end == at:
            return frozenset()
        found.add(kind)
        if kind == "data" and patterns.purpose.search(said, at, end):
            found.add("purpose")
        if kind == "terms" and _UNNAMED_TERMS.fullmatch(said[at:end]):
            found.add("unnamed")
        at = end + (said[end : end + 1] == " ")
    return frozenset(found)
