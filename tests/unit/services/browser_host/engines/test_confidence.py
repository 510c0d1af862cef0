"""Each engine's answer carries a confidence, or says that it can't."""

from __future__ import annotations

import inspect

import pytest

from ghosthands.browser_host.engines.engine import Done
from ghosthands.browser_host.engines.human import HumanEngine
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.engines.playwright import PlaywrightEngine
from ghosthands.browser_host.engines.stagehand import StagehandEngine
from ghosthands.browser_host.engines.stagehand_cua import StagehandCuaEngine
from ghosthands.domain.engine import TELL_CONFIDENCE, EngineName

ENGINES = (PlaywrightEngine, StagehandEngine, StagehandCuaEngine, MagnitudeEngine, HumanEngine)


def test_every_engine_is_asked() -> None:
    assert {engine.name for engine in ENGINES} == set(EngineName) - {EngineName.NONE}


def test_no_answer_leaves_it_open() -> None:
    with pytest.raises(TypeError, match="confidence"):
        Done()  # type: ignore[call-arg]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_an_engine_says_that_it_cannot_tell_where_the_table_has_it_so(engine: type) -> None:
    says_so = "Done(CANNOT_TELL" in inspect.getsource(engine)
    assert says_so == (engine.name not in TELL_CONFIDENCE)  # type: ignore[attr-defined]
