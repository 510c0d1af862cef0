"""Choosing among a control's options: beside the value, never by position, and not at all rather than wrong."""

from ghosthands.browser_host.page.choosing.options import choose, choose_all, same_option
from ghosthands.browser_host.page.choosing.polarity import stated

__all__ = ["choose", "choose_all", "same_option", "stated"]
