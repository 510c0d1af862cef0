"""The words for a notice period before or behind its length, as options say them: "Préavis 3 mois"."""

from __future__ import annotations

import re
import unicodedata

_WORDS = """
notice|notice period|period of notice|months notice|weeks notice|days notice|kündigungsfrist|kündigungsfrist von
|préavis|préavis de|délai de préavis|délai de préavis de|période de préavis|de préavis
|preaviso|preaviso de|período de preaviso|plazo de preaviso|de preaviso
|preavviso|preavviso di|periodo di preavviso|di preavviso|aviso prévio|aviso prévio de|pré aviso|período de aviso prévio
|opzegtermijn|opzegtermijn van|uppsägningstid|uppsägning|opsigelsesvarsel|opsigelse|varsel|oppsigelsestid|oppsigelse
|okres wypowiedzenia|okresu wypowiedzenia|wypowiedzenie|wypowiedzenia|irtisanomisaika|výpovědní doba|výpovědní lhůta
|felmondási idő|ihbar süresi|срок уведомления
"""
NOTICE = re.compile(rf"(?:{_WORDS.replace(chr(10), '')})", re.IGNORECASE)


def bare(text: str) -> str:
    """Return the text without accents."""
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
