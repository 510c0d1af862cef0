"""Executor: runs jobs. It asks the pure `job.next_step` what a job needs, sends that command and waits for the fact.

It hears RunJob (by band), the fired deadlines `job` and `retry`, and every event of the jobs it runs. It says what it
decides: JobClaimed, StepChosen, EffectIntended, … (`domain.ownership`). It keeps nothing: if it is killed at any
point, the next claim folds the log, fences the session, looks at the page, and goes on.
"""
