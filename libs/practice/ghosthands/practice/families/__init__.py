"""The families of applicant-tracking systems the site behaves like, one file each.

A family has a name, which begins the addresses of its postings, and routes made for the front desk; its markup is its
own, under `templates/<name>/` and `static/<name>.*`. To add one, write its file, list it here, and put
a posting of it into `postings.CATALOGUE`; where its markup is all that it has of its own, it is data (`shapes`).
"""

from __future__ import annotations

from ghosthands.practice.families import (
    ashby,
    greenhouse,
    icims,
    lever,
    linkedin,
    smartrecruiters,
    stepwise,
    workday,
)
from ghosthands.practice.families.family import Family
from ghosthands.practice.families.shapes import SHAPES

FAMILIES: tuple[Family, ...] = (
    greenhouse.FAMILY,
    stepwise.FAMILY,
    workday.FAMILY,
    lever.FAMILY,
    ashby.FAMILY,
    linkedin.FAMILY,
    smartrecruiters.FAMILY,
    icims.FAMILY,
    *(shape.family for shape in SHAPES),
)
