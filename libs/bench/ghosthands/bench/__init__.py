"""Measures GhostHands beside its peers and the physical limits, both sides in turns within one run.

    results = await BENCHES["append"].measure(progress)

Every bench starts servers of its own and leaves nothing behind. The ratio counts: the numbers themselves depend on the
machine.
"""
