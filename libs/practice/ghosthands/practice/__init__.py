"""A local careers site to practise on, which counts what was really submitted.

It behaves like the families of applicant-tracking systems, one file a family under `families/`, and knows nothing of
the rest of GhostHands: the demo, the tests and the benches open it like any other site and query `/control/`
afterwards. `server.serve()` runs it inside a process, `python -m ghosthands.practice` on its own. Nothing is kept on
disk.
"""
