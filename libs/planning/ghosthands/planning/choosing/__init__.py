"""Chooses among a control's options by the value, never by position, and rather none than a wrong one."""

from ghosthands.planning.choosing.options import choose, choose_all, means_same, same_option, separated
from ghosthands.planning.choosing.synonyms import code_of, names_of

__all__ = ["choose", "choose_all", "code_of", "means_same", "names_of", "same_option", "separated"]
