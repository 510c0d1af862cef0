"""An estimate of a text's tokens without a model's vocabulary, which no package includes.

The text is split as the tokenizers of the o200k kind split it before they use their vocabulary: words with the space
before them, three digits, runs of signs, runs of white space. A piece counts as one token for a certain number of its
letters. The same rule applies to both sides of a comparison. For Stagehand's prompts of the measured pages it was
within 4 % of o200k itself.
"""

from __future__ import annotations

import re

#: after tiktoken's o200k_base: contractions are left out, which no page's tree has many of
_PIECE = re.compile(
    r"[^\w\r\n]?(?:[A-ZÀ-Þ]*[^\W\dA-ZÀ-Þ_]+|[A-ZÀ-Þ]+)|\d{1,3}| ?[^\w\s]+[\r\n/]*|_+|\s*[\r\n]+|\s+(?!\S)|\s+"
)
#: letters of a word that is one token; signs of one token
_LETTERS, _SIGNS = 9, 3


def count_tokens(text: str) -> int:
    """Return the approximate number of tokens in the text."""
    return sum(map(_weigh, _PIECE.findall(text)))


def _weigh(piece: str) -> int:
    each = _LETTERS if piece[-1:].isalpha() else _SIGNS
    return 1 if piece.isspace() else -(-len(piece.strip().encode()) // each)
