"""Cookbook: pages of forms seen before, to be filled as they were then.

Hears `FindRecipe`; says `RecipeFound` with what of a recipe fits the page and the applicant, or `RecipeMissed`. Hears
that a job completed; says on its sites what it did to their pages (`RecipeRecorded`) and what came of the recipes that
it used (`RecipeTried`). A recipe holds keys, never values.

The way of a page: `finding` (what is known of it), by `matching` (which step is which field) and `replaying` (what is
done again). The way of a job: `learning` (what comes of it), by `recording` (what it did). `sites` is what the log
knows.
"""
