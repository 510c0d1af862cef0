"""Quantities: the number that an answer states, where it counts in what the question counts in.

Weeks become days, and years months, because that is exact; a number of weeks is no number of months, and pay by the
year says nothing about pay by the hour. Where unit, period or currency differ, there is no number: only the applicant
can tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

import pycountry

#: unit -> what it is called in a question
UNITS = {
    "hour": r"hours?|hrs?|stunden?|heures?|horas?|uren|timer|timmar",
    "working day": r"(?:working|business|work)[ -]?days?|(?:arbeits|werk)tagen?|jours ouvr\w+|werkdagen",
    "day": r"days?|tagen?|jours?|d[ií]as|dagen|giorni|dager|dagar",
    "week": r"weeks?|wks?|wochen?|semaines?|semanas?|weken|settimane|uger|uker|veckor|tygodn\w+",
    "month": r"months?|monaten?|mois|meses|maanden|mesi|måneder|månader|miesi[ąę]c\w*|mies",
    "year": r"years?|yrs?|jahren?|ann[ée]es|a[ñn]os|jaar|jaren|anni|år|lata",
}
#: one of it, as after "per", and short for it, as after a number
_ONE = {
    "hour": r"hour|hr|h|stunde|std|heure|uur|hora|ora|time|timme|tim|godz|godzin[aęy]|hod|tunti",
    "day": r"day|d|tag|jour|d[ií]a|dag|giorno",
    "week": r"week|wk|w|woche|semaine|semana|settimana|uge|uke|vecka",
    "month": r"month|mo|mths?|monat|mon|mtl|mois|mes|m[êe]s|maand|mnd|mese|måned|månad|mån|md|mies"
    r"|miesiąc|měs|měsíc|kk|hó",
    "year": r"year|yr|y|jahr|ans?|ann[ée]e|a[ñn]o|ano|jaar|anno|annum|år",
}
_EACH = r"(?:\b(?:per|an?|each|every|pro|je|par|por|al|all['’]?|a la|à l['’]?|om)[ ]?|/ ?)"
#: period -> what pay or hours by it are called
_PERIODS = {
    "hour": (
        r"\bhourly\b|\bstündlich\w*|\b(?:taux|salaire|r[ée]mun[ée]ration) horaire\b|\b\w*uurtarief\b"
        r"|\btim(?:e?l[öø]nn?|penning)\w*|\b(?:paga|retribuzione|tariffa) oraria\b"
        r"|\b(?:valor|sal[aá]rio|tarifa)[ -]hora\b|\bgodzinow\w+|\bhodinov\w+|\btuntipalk\w+|\bórabér\w*"
        r"|\bsaatlik\b|時給|时薪|時薪|시급"
    ),
    "shift": r"\bper shift\b|\bpro schicht\b|\bpar poste\b|\bpor turno\b|\bper dienst\b",
    "day": (
        r"\bdaily\b|\bday rate\b|\btäglich\w*|\btjm\b|\bjournalier\w*|\bdagtarief\b|\bgünlük\b|日給|日当|日薪|일급"
    ),
    "fortnight": (
        r"\b(?:bi-?|fort)(?:weekly|nightly)\b|\b(?:per|an?|each|every) (?:fortnight|two weeks)\b|\bquincenal\w*"
    ),
    "week": r"(?<!bi)(?<!bi-)\bweekly\b|\bwöchentlich\w*|\bhaftalık\b|週給|周薪|週薪|주급",
    "month": (
        r"\bmonthly\b|(?<!\d)(?<!\d )\bp\. ?m\.(?=\W|$)|\bmånads?lön\w*|\bmånedsl[øo]nn?\w*|\bmånatlig\w*|\bmånedlig\w*"
        r"|\bmiesięczn\w+|\bměsíční\w*|\bkuukausipalk\w+|\bmonatlich\w*|\bmensuel\w*|\bmensual\w*|\bmensal\b"
        r"|\bmaandelijks\w*|\bmensile\b|\baylık\b|月給|月収|月额|月額|月薪|월급|월 ?급여"
    ),
    "year": (
        r"\b(?:yearly|annual(?:ly|i[sz]ed)?)\b|\bp\.? ?a\.?(?=\W|$)|\bjährlich\w*"
        r"|\bårsl(?:ön|ønn?)\w*|\broczn\w+|\bročn\w+|\bjahresziel\w*|\bannuel\w*|\banual\w*|\bannuale\b|\bjaarlijks\w*|\bctc\b|\bral\b|\bvuosipalk\w+"
        r"|\byıllık\b|年収|年俸|年薪|연봉"
    ),
}
#: pay by a period as one word: "Bruttomonatsgehalt", "uurloon"
_COMPOUNDS = {
    "hour": "stunden|uur",
    "day": "tages|dag",
    "week": "wochen|week",
    "month": "monats|maand",
    "year": "jahres|jaar",
}
_OF_PAY = "brutto|netto|gehalt|gehälter|lohn|satz|verdienst|einkommen|vergütung|entgelt|salaris|loon|inkomen|vergoeding"
#: currency -> how it is written; a dollar may be any country's
_DOLLARS = "dollar"
_CURRENCIES = {
    "USD": r"\bUSD\b|US\$|\bU\.?S\.? dollars?\b|美元",
    "CAD": r"\bCAD\b|C(?:A|DN)?\$|加元",
    "AUD": r"\bAUD\b|AU?\$|澳元",
    "SGD": r"\bSGD\b|S\$|新元",
    "NZD": r"\bNZD\b|NZ\$|纽元",
    "HKD": r"\bHKD\b|HK\$|港元|港币|港幣",
    "TWD": r"NT\$|\bTWD\b|[台臺][币幣]",
    _DOLLARS: r"\$|\bdollars?\b",
    "EUR": r"€|\bEUR\b|\beuros?\b|欧元|歐元",
    "GBP": r"£|\bGBP\b|\bpounds?\b",
    "CHF": r"\bCHF\b|\bSFr\b",
    "INR": r"₹|\bINR\b|\brupees?\b",
    "JPY": r"\bJPY\b|\byen\b|円|日元|日圓",
    "KRW": r"₩|\bKRW\b|韩元|韓元",
    "CNY": r"\bCNY\b|\bRMB\b|人民币|人民幣|元",
    "TRY": r"₺|\bTRY\b|\bTL\b",
    "PLN": r"\bPLN\b|zł",
    "SEK": r"\bSEK\b",
    "NOK": r"\bNOK\b",
    "DKK": r"\bDKK\b",
    "CZK": r"\bCZK\b|\bKč",
    "BRL": r"\bBRL\b|R\$",
}
_CODE_LETTERS = 3
_WORDS_IN_CAPITALS = ("ALL", "TOP", "CUP", "MOP", "SOS", "GEL", "BAM", "XXX", "XTS")
_IN_DOLLARS = frozenset({"USD", "CAD", "AUD", "SGD", "NZD", "HKD", _DOLLARS})
_PAY = re.compile(
    r"salar|\bpay\b|compensation|remuneration|\bwages?\b|\brates?\b|\bctc\b|gehalt|lohn|verdienst|r[ée]mun[ée]ration"
    r"|pr[ée]tentions|sueldo|stipend|retribuzione|loon|\blön\b|lønn?\b|wynagrodzeni",
    re.IGNORECASE,
)
#: pay in languages that have no words for its periods here
_PAY_ELSEWHERE = re.compile(
    r"年収|月収|給|年俸|薪|工资|工資|연봉|급여|월급|зарплат|оклад|gaji|lương|plat\b|mzd|maaş|ücret|palk", re.IGNORECASE
)
#: what a posting says of who may apply, and its hours of work, are no period of pay
_NO_PERIOD = re.compile(
    r"\((?:[mwfdhxgivntka*]|div|diverse?|all genders|gn)(?: ?[/|,] ?(?:[mwfdhxgivntka*]|div|diverse?)){1,3}\)"
    r"|\b\d+(?:[.,]\d+)? ?-? ?(?:hours?|hrs?|h|stunden|std\.?|heures|horas|ore|uur|uren|timer|timmar|godzin)"
    r"(?: ?/ ?| (?:per|an?|each|pro|je|par|por|al?|a la|om|in der|w)[ ])"
    r"(?:weeks?|wk|w|woche|semaine|semana|settimana|uge|uke|vecka|months?|monat|mois|mes|day|tag|jour)\b",
    re.IGNORECASE,
)
#: a lone part of a year in a question for pay, which may be what it counts by
_PART_OF_YEAR = re.compile(
    r"\b(?:month|hour|week|monat|stunde|woche|mois|heure|semaine|mes|hora|semana|mese|settimana|maand|uur|månad|timme"
    r"|måned|miesiąc|godzina|měsíc|hodina|kuukausi|tunti)\b",
    re.IGNORECASE,
)
#: exact: how many of the second are one of the first
_WHOLE = {("week", "day"): 7, ("year", "month"): 12}

#: dots that group thousands
_DOTTED = re.compile(r"(?<=\d)\.(?=\d{3}(?:\D|$))")
_NUMBER = re.compile(r"-?\d[\d,.’'\s]*")
#: a thousand; any other such word changes the number by what only people of that country know
_THOUSAND = re.compile(r"\d\s*(?:k\b|thousand\b|tsd\b|tausend\b)", re.IGNORECASE)
_OTHER_SCALE = re.compile(
    r"\d\s*(?:m|mm|mn|mio|mil|million\w*|lakhs?|lacs?|lpa|crores?|cr)\b|[万만億억]", re.IGNORECASE
)
#: a scale in a question: an answer to another question, or in a profile, is a number of ones
_SCALED = re.compile(
    r"[万萬億亿千만억]|\b(?:lakhs?|lacs?|lpa|crores?|cr|k|mm|mn|mio|mln|mill|mrd|tsd|tys|tis|tkr|jt|juta|ribu"
    r"|thousands?|tausend\w*|milliers?|mille|miles de|millones|millón|milh(?:ão|ões)|mil(?:l)?i[oó]\w*|miljo\w*"
    r"|milj|tusen|duizend\w*|tysi[ąę]c\w*|triệu|nghìn|тыс\w*|млн|миллион\w*|мільйон\w*)\b"
    r"|\([km]\)|[€$£₹] ?[km]\b|\b[kmt] ?[€$£₹]|\b[kmt](?:eur|usd|gbp|chf|pln|sek|nok|dkk)\b"
    r"|(?<!\d)(?<!\d[ .,'’])['’]?000s?\b|ล้าน|พัน|مليون|ألف",
    re.IGNORECASE,
)
#: any number below it is as good an answer
_AT_MOST = re.compile(
    r"\b(?:less than|under|up to|at most|max(?:imum)?|below|fewer than|not more than|bis(?: zu)?"
    r"|weniger als|moins de)\b|<",
    re.IGNORECASE,
)


#: words about a number that change nothing
_MERE_WORDS = re.compile(
    r"\b(?:about|around|approx(?:imately)?|roughly|circa|ca|ungefähr|etwa|environ|gross|net|brutto|netto|brut|full|calendar"
    r"|of experience|notice|k)\b",
    re.IGNORECASE,
)


#: more words beside a box say more than what it counts in
_WORDS_OF_A_PERIOD = 4
#: no number with its unit and currency is longer
_LONGEST = 40


class CountedIn(NamedTuple):
    """What a text counts in; a part that it does not tell is empty."""

    unit: str = ""
    #: the period that it counts by: `hour` of an hourly rate
    per: str = ""
    currency: str = ""
    #: the word for thousands or more that it counts in: `lakhs`
    scale: str = ""


UNSAID = CountedIn()


def number_in(text: str) -> Decimal | None:
    """Return the one number a text states (`USD 90,000` is 90000, `65k` 65000); None if it states none or several."""
    found = _NUMBER.findall(text.strip())
    if len(found) != 1 or _OTHER_SCALE.search(text):
        return None
    number = _number(found[0])
    return number * 1000 if number is not None and _THOUSAND.search(text) else number


def without_dots(text: str) -> str:
    """Return the text without the dots that group thousands in continental Europe, or may: `65000` for `65.000`."""
    return _DOTTED.sub("", text)


def _number(text: str) -> Decimal | None:
    bare = re.sub(r"[’'\s]", "", text).rstrip(".,")
    if "." in bare and "," in bare:
        grouping = "," if bare.rindex(".") > bare.rindex(",") else "."
        bare = bare.replace(grouping, "")
    bare = bare.replace(",", "") if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", bare) else bare.replace(",", ".")
    try:
        return Decimal(bare)
    except InvalidOperation:
        return None


def number_for(question: str, answer: str, *, said: CountedIn = UNSAID) -> Decimal | None:
    """Return the number with which an answer fills a field that takes only one; None if that is not certain.

    `said` is what the answer counts in where it does not tell itself.
    """
    asked, own = measure_of(question), _measure_of_answer(answer, said)
    number = number_in(without_dots(answer) if _is_pay(question, own) else answer)
    if number is None or _AT_MOST.search(answer) or not agree(question, answer, said=said):
        return None
    if _is_pay(question, own) or own.unit in ("", asked.unit):
        return number
    return _convert(number, own.unit, asked.unit)


def has_other_scale(text: str) -> bool:
    """Whether a number is followed by a scale that only people of that country know: `12 LPA`, `400万`."""
    return _OTHER_SCALE.search(text) is not None


def is_quantity(answer: str) -> bool:
    """Whether an answer is a number with what it counts in, and no more: `about 10 years`, not `Elm Street 5`."""
    if len(answer) > _LONGEST or not any(map(str.isdigit, answer)):
        return False
    told = _MERE_WORDS.sub(" ", _NUMBER.sub(" ", answer, count=1))
    rest = told
    for words in (*_BY.values(), *_ONES.values(), *_SIGNS.values()):
        rest = words.sub(" ", rest)
    return told.strip() != "" and rest.strip(" .,~+-/()") == ""


def take_out_quantity(text: str) -> str:
    """Return what a text says besides its first number, with the unit of time behind that."""
    found = _NUMBER.search(text)
    if found is None:
        return text
    behind = text[found.end() :]
    unit = next((one for words in _ONES.values() if (one := words.match(behind.lstrip("+ ")))), None)
    return f"{text[: found.start()]} {behind.lstrip('+ ')[unit.end() :] if unit else behind}"


def agree(question: str, answer: str, *, said: CountedIn = UNSAID) -> bool:
    """Whether an answer counts by the period, and in the currency, that the question asks for."""
    asked, own = measure_of(question), _measure_of_answer(answer, said)
    is_pay = _is_pay(question, own)
    is_counted = is_pay or said.per or _PAY_ELSEWHERE.search(question)
    if (is_counted and asked.scale != own.scale) or not _is_same_money(own.currency, asked.currency):
        return False
    if is_pay:
        if not asked.per and _PART_OF_YEAR.search(_NO_PERIOD.sub(" ", question)):
            return False  # "Gehaltsvorstellung Monat brutto"
        is_plain = own.per in ("", "year") and not asked.per  # pay without a word about it is a year's
        return is_plain or own.per in ("", asked.per)
    return own.per in ("", asked.per)


def measure_of(question: str) -> CountedIn:
    """Return what a question counts in; of several units none, as it may be either."""
    question = _NO_PERIOD.sub(" ", question) if _PAY.search(question) else question
    per, rest = _take_period(question)
    scale = _SCALED.search(question)
    units = list_units(rest)
    unit = units.pop() if len(units) == 1 else ""
    return CountedIn(unit, per, _find_currency(question), scale[0].casefold() if scale else "")


def list_units(question: str) -> set[str]:
    """Return the units of time that a question names."""
    units = {unit for unit, words in _LONG.items() if words.search(question)}
    return units - {"day"} if "working day" in units else units


def add_period(question: str, beside: str) -> str:
    """Return a question for pay with what stands beside its box, where only that tells the period: "Pay (per hour)"."""
    is_told = not _PAY.search(question) or measure_of(question).per or len(beside.split()) > _WORDS_OF_A_PERIOD
    return question if is_told or not measure_of(f"{question} {beside}").per else f"{question} ({beside})"


def find_unit(text: str) -> str:
    """Return the unit of time that is behind a number: `hour` in "20 hours a week"; empty for none."""
    return next((unit for unit, words in _AFTER_NUMBER.items() if words.search(text)), "")


def _measure_of_answer(answer: str, said: CountedIn) -> CountedIn:
    per, rest = _take_period(answer)
    unit = find_unit(rest)
    scale = "" if _THOUSAND.search(answer) else said.scale
    return CountedIn(unit or said.unit, per or said.per, _find_currency(answer) or said.currency, scale)


def _take_period(text: str) -> tuple[str, str]:
    """Return the period that the text counts by, and the rest of it."""
    for period, words in _BY.items():
        if found := words.search(text):
            return period, f"{text[: found.start()]} {text[found.end() :]}"
    return "", text


def currency_of(name: str) -> str:
    """Return the currency that a profile names, `EUR` for `Euro`; one that is not known by its name, by that name."""
    return _find_currency(name) or _find_currency(name.upper()) or name.strip().casefold()


def _find_currency(text: str) -> str:
    named = next((name for name, sign in _SIGNS.items() if sign.search(text)), "")
    found = None if named or (text.isupper() and len(text) > _CODE_LETTERS) else _OTHER_CODE.search(text)
    return found[0] if found else named


def _is_same_money(own: str, asked: str) -> bool:
    both = {own, asked}
    return "" in both or len(both) == 1 or (_DOLLARS in both and both <= _IN_DOLLARS)


def _is_pay(question: str, own: CountedIn) -> bool:
    return bool(own.currency or _find_currency(question) or _PAY.search(question))


def _convert(number: Decimal, unit: str, wanted: str) -> Decimal | None:
    if each := _WHOLE.get((unit, wanted)):
        return number * each
    each = _WHOLE.get((wanted, unit), 0)
    return number / each if each and number % each == 0 else None


def _words(parts: Iterable[str], before: str = r"\b", after: str = r"(?!\w)") -> re.Pattern[str]:
    return re.compile(f"{before}(?:{'|'.join(parts)}){after}", re.IGNORECASE)


_LONG = {unit: _words([words], before=r"(?<!\w)(?<!\d )") for unit, words in UNITS.items()}
_AFTER_NUMBER = {
    unit: _words([words, _ONE.get(unit, words)], before=r"\d\s?\+?\s*(?:(?:full|calendar|whole) )?")
    for unit, words in UNITS.items()
}
_ONES = {unit: _words([words, _ONE.get(unit, words)]) for unit, words in UNITS.items()}
_BY = {
    period: re.compile(
        "|".join(
            [
                words,
                *([f"{_EACH}(?:{_ONE[period]})(?!\\w)"] if period in _ONE else []),
                *([rf"\b\w*(?:{_COMPOUNDS[period]})(?:{_OF_PAY})\w*"] if period in _COMPOUNDS else []),
            ]
        ),
        re.IGNORECASE,
    )
    for period, words in _PERIODS.items()
}
#: the codes of all other currencies, written as such, but for those that are words in capitals
_OTHER_CODE = re.compile(
    rf"\b(?:{'|'.join(sorted({one.alpha_3 for one in pycountry.currencies} - {*_CURRENCIES, *_WORDS_IN_CAPITALS}))})\b"
)
_SIGNS = {name: re.compile(sign, re.IGNORECASE) for name, sign in _CURRENCIES.items()}
