"""What the rooms above share: a browser and its tab, what a page is in, who holds it, which session it is.

Nothing here opens, drives or closes anything: `driving` drives, `providers` open, `engines` work, `sessions` keep.
"""
