"""The door VALET's requests come in by.

Hears `job.requested`, `job.cancel` and `job.retry` on NATS. Mends requests as far as that goes, validates them with
every reason, keeps the applicant's data in the vault, refuses a second application to the same posting, and says
JobRequested, JobRejected, JobCancelRequested, JobRetried and ApplicationReserved; then it wakes executor and tells
VALET on `gh.out.…`. A request is acked only after all of that.
"""
