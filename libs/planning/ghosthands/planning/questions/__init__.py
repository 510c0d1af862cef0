"""What a question asks: its class, which way round, of when, of whom, of which place, thing and quantity.

`reading` reads it, by the words of `words/`, a file a language; `classes` names what can come of that.
"""
