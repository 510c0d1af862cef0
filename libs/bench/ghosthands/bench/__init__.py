"""Measures GhostHands beside its peers and the physical limits, both sides in turns within one run.

    results = await BENCHES["append"].measure(progress)

Every bench starts servers of its own and leaves nothing behind. What counts is the ratio: the numbers themselves are
the machine's.
"""
