"""AdsPower's profiles as browsers, through its Local API, as its documents and its clients have it."""
