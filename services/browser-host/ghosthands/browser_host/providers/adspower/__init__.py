"""AdsPower's profiles as browsers, through its Local API, as its documentation and its clients have it."""
