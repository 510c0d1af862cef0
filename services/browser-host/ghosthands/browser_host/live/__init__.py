"""The live view: a human sees a session's page as it is, and works it once they have taken control.

`door` lets in who has a token, `view` is one session's live view; the page's picture is a `screencast`, and where the
session has a desktop, that too. Who holds the page is told by the session's `ports.control`.
"""
