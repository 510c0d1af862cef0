"""Where browsers come from: Chromium of our own, the user's, or a profile of AdsPower's."""
