"""Kills processes while jobs run, and judges what happened to the jobs.

A cell is one job and its faults; the matrix is all cells. All faults of a matrix are planned when the stack starts and
sleep; a trial arms its cell's, runs the job, and its result says what went wrong, if anything:

    trials = Trials(lab, plans)
    result = await trials.run(cell)
    assert not result.violations, result
"""

from ghosthands.testkit.faults.cell import CHROMIUM, Cell, Fault, Scenario
from ghosthands.testkit.faults.plans import Plans
from ghosthands.testkit.faults.trial import Trials
from ghosthands.testkit.faults.trial_result import TrialResult

__all__ = ["CHROMIUM", "Cell", "Fault", "Plans", "Scenario", "TrialResult", "Trials"]
