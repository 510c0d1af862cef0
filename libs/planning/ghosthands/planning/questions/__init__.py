"""The reading of questions: class, direction, time, person, place, thing and quantity.

`reading` reads a question by the words of `words/`, a file a language; `classes` defines the result.
"""
