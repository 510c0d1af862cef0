"""Cookbook: knows pages of forms seen before, and replays what was done on them.

It hears `FindRecipe`, and says `RecipeFound` with the steps of a recipe that fit the page and the applicant, or
`RecipeMissed`. It hears that a job completed, and says on the job's sites what the job did to their pages
(`RecipeRecorded`) and how the recipes it used did (`RecipeTried`). A recipe holds keys, never values.

A page goes through `finding` (look the recipe up), by `matching` (pair steps with fields) and `replaying` (choose the
steps to repeat). A job goes through `learning` (write recipes), by `recording` (list what the job did). `sites` caches
the log.
"""
