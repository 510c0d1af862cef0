"""Consent: what an applicant must agree to for the application to be taken, and nothing beyond it.

Only a required control whose label is a strict "I agree / certify / acknowledge" is ticked; offers to be written to
are in `refusals`, and a required one that mixes both goes to a human.
"""

from __future__ import annotations

import re

from ghosthands.planner.rules import languages

#: The applicant says it in the first person …
AGREES = re.compile(
    r"\b(?:i|by (?:checking|ticking|submitting|clicking|selecting|applying)\b.*\bi?)\b.*\b(?:agree|accept"
    r"|certify|acknowledge|confirm"
    r"|consent|understand|declare|attest|have read|authori[sz]e)\b"
    r"|^(?:agree|accept|consent|acknowledge)\b|\bdo you (?:agree|accept|acknowledge|consent|certify)\b"
    rf"|{languages.AGREES}"
)
#: … of the terms of applying.
TERMS = re.compile(
    r"\bterms\b|\bprivacy\b|\bpolic(?:y|ies)\b|\baccura(?:te|cy)\b|\btrue\b|\bcomplete\b|\bcorrect\b"
    r"|\btruthful\b|\bnotice\b"
    r"|\bconditions\b|\bdata (?:protection|processing)\b"
    r"|\bprocess(?:ing)? (?:of )?my (?:personal )?(?:data|information)\b|\bgdpr\b"
    r"|\bpersonal (?:data|information)\b|\bagreement\b|\bstatement\b|\bcertif"
    rf"|{languages.TERMS}"
)
#: An option that agrees, where the question is not a single box.
AFFIRMATIVE = re.compile(
    r"^(?:yes|i (?:agree|accept|acknowledge|consent|certify|confirm|understand)|agree|accept|acknowledge|confirm)"
)
#: Agreeing to more than the terms of applying.
BEYOND = re.compile(
    r"\barbitrat|\bnon ?compete\b|\bbackground (?:check|screening)\b|\bcredit (?:check|report)\b|\bdrug\b"
    r"|\bmedical\b|\bwaive|\bsms\b|\btext messag|\bphone calls?\b"
)


def asks_for_consent(label: str) -> bool:
    """Whether the words ask for consent to the terms of applying and to nothing else."""
    return bool(AGREES.search(label) and TERMS.search(label)) and not BEYOND.search(label)
