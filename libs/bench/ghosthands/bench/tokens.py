"""How many tokens a text is, as near as can be told without a model's vocabulary, which no package brings along.

A text is cut where the tokenizers of the o200k kind cut it before they look into their vocabulary: words with the space
before them, three digits, runs of signs, runs of empty space. A piece counts as one token for each so many of its
letters. It is one rule for whatever is compared. Of Stagehand's prompts of the measured pages it came to within 4 % of
what o200k itself was counted to come to.
"""

from __future__ import annotations

import re

#: after tiktoken's o200k_base: contractions are left out, which no page's tree has many of
_PIECE = re.compile(
    r"[^\w\r\n]?(?:[A-ZÀ-Þ]*[^\W\dA-ZÀ-Þ_]+|[A-ZÀ-Þ]+)|\d{1,3}| ?[^\w\s]+[\r\n/]*|_+|\s*[\r\n]+|\s+(?!\S)|\s+"
)
#: letters of a word that a vocabulary has whole; signs of one token
_LETTERS, _SIGNS = 9, 3


def count_tokens(text: str) -> int:
    """About how many tokens the text has."""
    return sum(map(_weigh, _PIECE.findall(text)))


def _weigh(piece: str) -> int:
    each = _LETTERS if piece[-1:].isalpha() else _SIGNS
    return 1 if piece.isspace() else -(-len(piece.strip().encode()) // each)
