"""A local careers site to practise on, which counts what was really submitted."""
