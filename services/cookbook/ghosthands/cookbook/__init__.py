"""Cookbook: forms seen before, to be replayed instead of planned.

Hears `FindRecipe`; says `RecipeMissed` when no recipe fits the page. It holds no recipes yet, so it always misses;
recipes will be folds over finished jobs.
"""
