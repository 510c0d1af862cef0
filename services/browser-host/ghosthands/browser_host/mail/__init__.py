"""An applicant's mailbox, read for one thing: the code that a site has just sent them."""
