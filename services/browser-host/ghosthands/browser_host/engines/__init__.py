"""The engines that can work a live page, and the slot that has one of them at a time."""
