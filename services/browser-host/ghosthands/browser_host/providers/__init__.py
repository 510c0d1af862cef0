"""The providers of browsers: Chromium of our own, the user's browser, or an AdsPower profile's."""
