"""Chooses among a control's options by the value, never by position, and rather none than a wrong one."""

from ghosthands.planning.choosing.options import choose, choose_all, is_chosen, separated
from ghosthands.planning.choosing.synonyms import code_of, means_same, names_of, same_option

__all__ = ["choose", "choose_all", "code_of", "is_chosen", "means_same", "names_of", "same_option", "separated"]
