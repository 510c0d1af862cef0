"""What the tests share: given/when/then, stacks, fakes."""
