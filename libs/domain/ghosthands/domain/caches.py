"""The sizes of a process's caches for what is derived from the texts of pages."""

#: Texts, for each function that is called with the same text repeatedly, while a page is planned or planned again.
#: A page has at most some 200 fields, with about ten texts each. A text with a posting's title occurs only once, so
#: a cache for more than a page or two would only keep growing.
CACHED_TEXTS = 2_000
#: The same for functions that also read options: a page may have a dozen lists of all countries, cities or schools.
CACHED_OPTIONS = 20_000
