"""The live view: a human sees a session's page as it is, and works it once they have taken control.

`door` is the server that admits viewers with a token, `view` is one session's live view; the page's picture is a
`screencast`, and if the session has a desktop, that is shown too. The session's `ports.control` says who holds the
page.
"""
