"""The reading and changing of a page, through Playwright over CDP; it knows nothing of jobs, events or vaults.

`settle` waits until a page can be looked at, `scan` reads it, `glance` reads it without a touch, `with_options` adds
what lists offer that show it only when open, `with_known_values` tells by key which of the applicant's values its text
boxes show, `as_recap` tells a recap from any other page without questions, `run_batch` fills it, `take_out` empties
fields that an engine filled wrongly, `press` presses a button and waits for the consequences, `press_key` a key,
`release` waits the same way after the held requests of a press were let go, `appears` waits for an element,
`wait_until_enabled` for a disabled button, `answer_notice` answers a notice that lies over the page, `unfold` opens the
folded parts of its forms, `told_since` keeps what the page and the browser's dialogs said, `screenshot` and `sketch`
take the page's picture, `Reach` says where an engine may type. Values come in beside the actions and never go out: no
model, result, exception or log line of this package holds one.
"""

from ghosthands.browser_host.page.batch import FillResult, read_back, run_batch, take_out
from ghosthands.browser_host.page.folded import unfold
from ghosthands.browser_host.page.holding import list_texts, with_known_values
from ghosthands.browser_host.page.learning import with_options
from ghosthands.browser_host.page.notices import answer_notice
from ghosthands.browser_host.page.pace import Pace
from ghosthands.browser_host.page.picture import screenshot, sketch
from ghosthands.browser_host.page.press import Pressed, agree, appears, press, press_key, release, wait_until_enabled
from ghosthands.browser_host.page.reach import Reach
from ghosthands.browser_host.page.realms import frame_at
from ghosthands.browser_host.page.recap import as_recap
from ghosthands.browser_host.page.rest import settle
from ghosthands.browser_host.page.scan import PageUnreadable, glance, scan
from ghosthands.browser_host.page.told_since import told_since
from ghosthands.browser_host.page.traffic import traffic_of
from ghosthands.browser_host.page.values import Upload, Value
from ghosthands.planning.choosing.options import choose

__all__ = [
    "FillResult",
    "Pace",
    "PageUnreadable",
    "Pressed",
    "Reach",
    "Upload",
    "Value",
    "agree",
    "answer_notice",
    "appears",
    "as_recap",
    "choose",
    "frame_at",
    "glance",
    "list_texts",
    "press",
    "press_key",
    "read_back",
    "release",
    "run_batch",
    "scan",
    "screenshot",
    "settle",
    "sketch",
    "take_out",
    "told_since",
    "traffic_of",
    "unfold",
    "wait_until_enabled",
    "with_known_values",
    "with_options",
]
