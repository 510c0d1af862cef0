"""Personal data, sealed under one key an applicant."""
