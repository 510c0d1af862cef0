"""The types that the packages above share: a browser and its tab, a page's state, its control, and the session's key.

Nothing here opens, drives or closes anything: `driving` drives, `providers` open, `engines` work, `sessions` keep.
"""
