"""Histories that hypothesis thinks of: whatever can happen to a job, in any order, and what must hold throughout."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, event, settings, target
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from job_walk import request_of
from job_world import World

from ghosthands.domain.human import Resolution

SEEDS = st.integers(0, 10_000)


class JobMachine(RuleBasedStateMachine):
    """A job's world, played by hypothesis; the world minds the invariants at every event."""

    world: World

    @initialize(seed=SEEDS, is_rejected=st.booleans())
    def requested(self, seed: int, *, is_rejected: bool) -> None:
        """A job is asked for, some at the second attempt."""
        chance = Random(seed)
        self.world = World(chance)
        if is_rejected:
            self.world.reject()
        self.world.request(**request_of(chance))

    # What brings the job on; often, so that it comes somewhere

    @rule(times=st.integers(1, 12))
    def goes_on(self, times: int) -> None:
        """The executor works and is answered."""
        self.world.go_on(times)

    @rule()
    def goes_far(self) -> None:
        """Nothing gets in its way for a while."""
        self.world.go_on(40)

    @rule()
    def is_run(self) -> None:
        """An executor takes one step."""
        self.world.run()

    @rule()
    def is_answered(self) -> None:
        """What is awaited is answered."""
        self.world.answer()

    @rule(resolution=st.none() | st.sampled_from(list(Resolution)))
    def human_resolves(self, resolution: Resolution | None) -> None:
        """The human answers; in most cases what fits."""
        self.world.resolve(resolution)

    @rule(resolution=st.sampled_from(list(Resolution)))
    def human_says_later(self, resolution: Resolution) -> None:
        """The human says after the end whether it was sent; in most cases that is not in doubt."""
        self.world.resolve_late(resolution)

    # What gets in its way

    @rule()
    def is_cancelled(self) -> None:
        """The client no longer wants it."""
        self.world.cancel()

    @rule()
    def is_tried_anew(self) -> None:
        """The client wants another attempt."""
        self.world.retry()

    @rule()
    def is_told_something(self) -> None:
        """Somebody in charge says what they want of it now."""
        self.world.say()

    @rule()
    def is_requested_again(self) -> None:
        """The client asks again."""
        self.world.request()

    @rule()
    def executor_crashes(self) -> None:
        """Another will claim it."""
        self.world.crash()

    @rule()
    def is_claimed_by_a_rival(self) -> None:
        """Two executors think it is theirs."""
        self.world.rival()

    @rule(seconds=st.sampled_from([1, 10, 60, 301, 1000]))
    def time_passes(self, seconds: int) -> None:
        """What is due fires."""
        self.world.wait(seconds)

    @rule()
    def is_answered_late(self) -> None:
        """A command of an earlier claim is answered."""
        self.world.answer_late()

    @rule()
    def answer_is_lost(self) -> None:
        """Whoever should answer is gone."""
        self.world.lose_answer()

    @rule()
    def something_else_is_told(self) -> None:
        """A fact about another command, session or question."""
        self.world.stray()

    @rule()
    def something_is_told_again(self) -> None:
        """Any fact, a second time."""
        self.world.redeliver()

    @rule()
    def browser_is_lost(self) -> None:
        """Chromium crashes."""
        self.world.lose_browser()

    @rule()
    def held_press_is_lost(self) -> None:
        """The host dies, and another adopts its browser."""
        self.world.lose_held()

    @rule()
    def wall_goes(self) -> None:
        """And nobody has said that it is gone."""
        self.world.wall_goes()

    @rule()
    def human_takes_control(self) -> None:
        """Somebody works in the browser."""
        self.world.take_control()

    @rule(submitted=st.booleans())
    def human_lets_go(self, *, submitted: bool) -> None:
        """And may have sent a form there."""
        self.world.release_control(submitted=submitted)

    @rule()
    def human_sends(self) -> None:
        """And goes on with it in hand."""
        self.world.send_by_hand()

    def teardown(self) -> None:
        """However it stands: left alone, it ends, with every browser closed."""
        world = self.__dict__.get("world")
        if world is None:
            return
        world.play_out(answering=world.chance.random() < 0.7)
        event(f"ended {world.state.phase}")
        event(f"intended: {min(world.counted['EffectIntended'], 3)}")
        target(float(sum(1 for name in world.counted if name.startswith(("step", "kind", "submission")))))


TestJobMachine = JobMachine.TestCase
TestJobMachine.settings = settings(
    max_examples=150, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
