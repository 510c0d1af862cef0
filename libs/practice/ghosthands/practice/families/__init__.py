"""The families of applicant-tracking systems that the site behaves like, one file each.

A family has a name, with which the addresses of its postings begin, and routes made for the front desk; its markup is
its own, under `templates/<name>/` and `static/<name>.*`. To add one, write its file, list it here, and put a posting of
it into `postings.CATALOGUE`; a family with nothing but markup of its own is data (`shapes`).
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
