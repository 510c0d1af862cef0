"""Job-intake: takes the requests that VALET sends.

It hears `job.requested`, `job.cancel`, `job.retry` and `job.continue` on NATS. It mends requests where it can,
validates them with every reason, keeps the applicant's data in the vault, refuses a second application to the same
posting, and says JobRequested, JobRejected, ResumeAwaited, JobCancelRequested, JobRetried, JobContinued and
ApplicationReserved; then it wakes executor and tells VALET on `gh.out.…`. A message to a job that asks a human is
passed on as the answer. A request is acked only after all of that. Before it takes requests, it reserves or cancels
what an earlier release left without a reservation.

It also answers requests for the data held of an applicant, and erases applicants: ApplicantErased.
It sweeps data whose retention has ended: RequestSwept on the job, and Swept.
"""
