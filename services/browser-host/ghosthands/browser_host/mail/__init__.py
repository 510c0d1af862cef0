"""The reading of an applicant's mailbox for one thing: the code that a site has just sent them."""
