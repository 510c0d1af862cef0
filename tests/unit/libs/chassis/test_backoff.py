from itertools import islice

from ghosthands.chassis.backoff import delays


def test_delays_grow_to_the_limit_and_are_never_in_step() -> None:
    given = list(islice(delays(first=1, most=8), 6))
    for delay, most in zip(given, [1, 2, 4, 8, 8, 8], strict=True):
        assert most / 2 <= delay <= most
    assert len(set(given)) == 6
