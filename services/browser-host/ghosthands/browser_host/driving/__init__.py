"""Driving a browser in one tab over the DevTools protocol, whichever provider handed it out."""
