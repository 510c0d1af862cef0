"""The platforms whose postings are data: one file and one template each.

To add one, write both, list it here, and put a posting of it into `postings.CATALOGUE`.
"""

from __future__ import annotations

from ghosthands.practice.families.shapes import (
    adp,
    bamboohr,
    breezy,
    greenhouse_classic,
    jazzhr,
    jobvite,
    oracle,
    personio,
    recruitee,
    successfactors,
    taleo,
    teamtailor,
    ukg,
    workable,
)
from ghosthands.practice.families.shapes.shape import Shape

SHAPES: tuple[Shape, ...] = (
    greenhouse_classic.SHAPE,
    workable.SHAPE,
    bamboohr.SHAPE,
    taleo.SHAPE,
    oracle.SHAPE,
    successfactors.SHAPE,
    ukg.SHAPE,
    jazzhr.SHAPE,
    recruitee.SHAPE,
    teamtailor.SHAPE,
    personio.SHAPE,
    breezy.SHAPE,
    jobvite.SHAPE,
    adp.SHAPE,
)

__all__ = ["SHAPES", "Shape"]
