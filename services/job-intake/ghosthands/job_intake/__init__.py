"""The door VALET's requests come in by.

Hears `job.requested`, `job.cancel`, `job.retry` and `job.continue` on NATS. Mends requests as far as that goes,
validates them with every reason, keeps the applicant's data in the vault, refuses a second application to the same
posting, and says JobRequested, JobRejected, ResumeAwaited, JobCancelRequested, JobRetried, JobContinued and
ApplicationReserved; then it wakes executor and tells VALET on `gh.out.…`. What is said to a job that asks something it
gives on as the answer. A request is acked only after all of that.

Answers who asks what is held of an applicant, and erases them: ApplicantErased.
Takes away what is kept no longer: RequestSwept on its job, and Swept.
"""
