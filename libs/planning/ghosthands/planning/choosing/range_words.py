"""The words of ranges, in the languages of forms: "less than", "bis zu", "o más", "og oppover".

Those before a number and those behind it are apart: "more than 10", "10 or more".
"""

from __future__ import annotations

import re

#: Units behind a number, in languages whose words for them are other words in a question: "let" is Czech for years.
UNITS = {
    "day": (r"päivä\w*", r"dn[íyůi]", r"dzień", r"nap"),
    "week": (r"viikko\w*|viikon", r"týdn\w*|týden"),
    "month": (r"kuukau\w+|kk", r"měsíc\w*", r"hónap\w*", r"luni"),
    "year": (r"vuotta|vuoden|vuosi\w*|v", r"let|rok[yuů]?", r"éve?", r"ani", r"ans?", r"ano"),
}
MORE_THAN = (
    "(?:more|greater|longer|higher) than|over|above|>|mehr als|über|länger als|höher als|plus d[e']|\\+ d[e']"
    "|au[- ]del[aà] d[e']|au[- ]dessus d[e']|supérieure? à|más de|mas de|superior a|por encima de|oltre(?: i| gli)?"
    "|più di|superiore a|sopra i|mais de|acima de|meer dan|boven(?: de)?|langer dan|mer än|över|längre än|mere end"
    "|længere end|mer enn|lenger enn|powyżej|więcej niż|ponad|dłużej niż|yli|enemmän kuin|více než|nad|přes|viac ako"
    "|több mint|peste|mai mult de|超过|超過|大于|多于"
)
LESS_THAN = (
    "(?:less|fewer|shorter|lower) than|under|below|<|weniger als|unter|kürzer als|moins d[e']|en dessous d[e']"
    "|inférieure? à|menos de|inferior a|por debajo de|meno di|inferiore a|sotto i|abaixo de|minder dan|onder(?: de)?"
    "|korter dan|mindre än|kortare än|mindre end|mindre enn|kortere enn|poniżej|mniej niż|krócej niż|alle|vähemmän kuin"
    "|méně než|menej ako|kevesebb mint|sub|mai puțin de|少于|不到|小于"
)
AT_LEAST = (
    "at least|from|min(?:imum|\\.)?(?: of)?|≥|>=|mindestens|ab|au moins|[àa] partir d[e']|dès|al menos|como mínimo"
    "|desde|a partir de|mínimo(?: de)?|almeno|a partire da|minimo|pelo menos|no mínimo|vanaf|minimaal|minstens"
    "|ten minste|från|minst|fra|mindst|od|co najmniej|minimum|vähintään|nejméně|minimálně|alespoň|legalább|至少"
)
AT_MOST = (
    "up to|at most|max(?:imum|\\.)?(?: of)?|≤|<=|bis(?: zu)?|höchstens|maximal|jusqu['’]à|au plus|maximum|hasta"
    "|como máximo|máximo(?: de)?|fino a|al massimo|massimo|até|no máximo|tot(?: en met)?|maximaal|hoogstens|ten hoogste"
    "|upp till|högst|op til|højst|opptil|inntil|høyst|maks\\.?|do|maksymalnie|co najwyżej|enintään|nejvýše|maximálně"
    "|legfeljebb|până la|最多|不超过"
)
DENYING = "(?:no|not|nicht|pas|non|não|niet|inte|ikke|nie|ne)"
MORE_BEHIND = (
    "\\+|plus\\b|(?:or|and) (?:more|above|over|greater|longer|up|higher)\\b"
    "|(?:oder|und) (?:mehr|länger|darüber|höher)\\b"
    "|(?:et|ou) (?:plus|davantage|au-delà)\\b|(?:y|o) más\\b|(?:o|e) (?:più|oltre)\\b|in su\\b|(?:ou|e) mais\\b"
    "|(?:of|en) (?:meer|hoger|langer)\\b"
    "|(?:eller|och|og) (?:mera?|flera?|flere|uppåt|oppover|opefter|över|over|derover)\\b"
    "|(?:lub|i) więcej\\b|wzwyż\\b|tai enemmän\\b|(?:a|nebo) (?:více|viac)\\b|vagy több\\b|sau mai mult|以上|及以上"
)
LESS_BEHIND = (
    "(?:or|and) (?:less|fewer|under|below|shorter|lower)\\b"
    "|(?:oder|und) (?:weniger|kürzer|darunter)\\b|(?:et|ou) moins\\b"
    "|(?:y|o) menos\\b|o meno\\b|(?:ou|e) menos\\b"
    "|(?:of|en) (?:minder|korter)\\b|(?:eller|och|og) (?:mindre|derunder)\\b"
    "|lub mniej\\b|tai vähemmän\\b|(?:a|nebo) méně\\b|以下|以内"
)
UNDER_BEHIND = "未満|未满"
BETWEEN = (
    "-|–|—|−|~|〜|～|bis(?: zu)?|to|and|through|à|y|al?|e|et|und|até|ate|tot(?: en met)?|till?|til|og|och|do|až"
    "|から|至|到"
)

#: The relations of a number to a range's limit, where "#" stands for the number with its unit.
NOT_MORE = re.compile(rf"\b{DENYING} (?:{MORE_THAN}) ?#", re.IGNORECASE)
NOT_LESS = re.compile(rf"\b{DENYING} (?:{LESS_THAN}) ?#", re.IGNORECASE)


def before(words: str) -> re.Pattern[str]:
    """Return the pattern of words before a number."""
    return re.compile(rf"(?:^|(?<=\W))(?:{words}) ?#", re.IGNORECASE)


def behind(words: str) -> re.Pattern[str]:
    """Return the pattern of words behind a number."""
    return re.compile(rf"# ?(?:{words})", re.IGNORECASE)
