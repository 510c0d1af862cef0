"""What outlives a browser: cookies and storage, sealed, of a job's page and of an applicant's logins."""
