"""How much of what was made of pages' texts a process caches."""

#: Texts, for each function that is asked of the same text again and again: while a page is planned, and when that is
#: planned anew. A page has at most some 200 fields, with about ten texts each. What has a posting's title in it comes
#: once and never again, so that a cache of more than a page or two only grows for months.
CACHED_TEXTS = 2_000
#: The same, where options are read as well: a page may have a dozen lists of all countries, cities or schools.
CACHED_OPTIONS = 20_000
