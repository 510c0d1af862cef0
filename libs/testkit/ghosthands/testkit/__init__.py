"""The tests' shared tools: stories of jobs, whole stacks, fakes."""
