"""The data that outlive a browser: sealed cookies and storage, of a job's page and of an applicant's logins."""
