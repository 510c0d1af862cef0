"""Where browsers come from: Chromium of our own, the user's, or an AdsPower profile's."""
