"""Runs jobs: asks the pure `job.next_step` what a job needs, commands it, waits for the fact.

Hears RunJob (by band), the fired deadlines `job` and `retry`, and every event of the jobs it runs. Says what it
decides: JobClaimed, StepChosen, EffectIntended, … (`domain.ownership`). It keeps nothing: killed at any point, the
next claim folds the log, fences the session, looks at the page, and goes on.
"""
