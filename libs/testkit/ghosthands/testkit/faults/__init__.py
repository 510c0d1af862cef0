"""Killing processes while jobs run, and judging what became of the jobs.

A cell is one job and the faults that befall it; the matrix is all of them. All faults of a matrix are planned when the
stack starts and sleep; a trial arms its cell's, runs the job, and its outcome says what went wrong, if anything:

    trials = Trials(lab, plans)
    outcome = await trials.run(cell)
    assert not outcome.violations, outcome
"""

from ghosthands.testkit.faults.cell import CHROMIUM, Cell, Fault, Scenario
from ghosthands.testkit.faults.outcome import Outcome
from ghosthands.testkit.faults.plans import Plans
from ghosthands.testkit.faults.trial import Trials

__all__ = ["CHROMIUM", "Cell", "Fault", "Outcome", "Plans", "Scenario", "Trials"]
