"""A walk through the job's world: what happens how often, by a seed, until the job is played out."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random

import job_view
from job_invariants import NAMES
from job_world import Rules, World

from ghosthands.domain.human import Resolution, Review
from ghosthands.domain.kinds import JobType, WorkMode


def walk(seed: int, rules: Rules = Rules(), watching: Collection[str] = NAMES, steps: int = 70) -> World:  # noqa: B008
    """A world in which things happen as often as they matter, then played out."""
    chance = Random(seed)
    world = World(chance, rules, watching)
    if chance.random() < 0.05:
        world.reject()
    world.request(**request_of(chance))
    unrest = chance.choice((0.0, 0.05, 0.15, 0.35))
    for _ in range(steps):
        if chance.random() < unrest:
            happen(world)
        elif not world.run() and not world.answer() and not (chance.random() < 0.8 and world.resolve()):
            world.wait(chance.choice((1, 10, 60)))
        if world.state.ended and not world.to_run:
            break
    world.play_out(answering=chance.random() < 0.7)
    return world


def request_of(chance: Random) -> dict[str, object]:
    """How the application is asked for."""
    return {
        "timeout_seconds": chance.choice((30, 300, 300, 900)),
        "dry_run": chance.random() < 0.16,
        "dry_run_steps": chance.random() < 0.5,
        **_say_what(chance),
        "provider": chance.choice(("local", "local", "operator")),
        "review": chance.choice((Review.BEFORE_SUBMIT, Review.BEFORE_SUBMIT, Review.NEVER)),
    }


def _say_what(chance: Random) -> dict[str, object]:
    """An application mostly; by version 1 now and then, in any of its modes, a task in words as a rule."""
    job_type = chance.choices(tuple(JobType), (89, 3, 3, 5))[0]
    modes = (WorkMode.AI, WorkMode.HYBRID, WorkMode.HYBRID, WorkMode.COOKBOOK)
    mode = chance.choice(modes) if chance.random() < (0.7 if job_type is JobType.CUSTOM else 0.07) else None
    return {"job_type": job_type, "engine_version": 1 if mode else 2, "work_mode": mode}


def happen(world: World) -> None:
    """One thing nobody planned."""
    chance = world.chance
    things: tuple[tuple[int, Callable[[], object]], ...] = (
        (3, world.cancel),
        (4, world.retry),
        (4, world.say),
        (8, world.crash),
        (4, world.rival),
        (6, world.answer_late),
        (3, world.lose_answer),
        (8, world.stray),
        (14, world.redeliver),
        (6, world.lose_browser),
        (3, world.lose_held),
        (4, world.wall_goes),
        (8, world.take_control),
        (6, lambda: world.release_control(submitted=False)),
        (6, lambda: world.release_control(submitted=True)),
        (4, world.send_by_hand),
        (4, lambda: world.resolve(chance.choice(tuple(Resolution)))),
        (8, lambda: world.wait(chance.choice((1, 20, 100, 400)))),
        (2, lambda: world.tell(world.services.recovered("forced", "s", job_view.engine_of(world.state)))),
    )
    chance.choices([thing for _, thing in things], [weight for weight, _ in things])[0]()
