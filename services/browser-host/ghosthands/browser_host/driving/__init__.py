"""The driving of a browser in one tab over the DevTools protocol, whichever provider it comes from."""
