"""The door VALET's requests come in by.

Hears `job.requested` and `job.cancel` on NATS. Validates them with every reason, keeps the applicant's data in the
vault, refuses a second application to the same posting, and says JobRequested, JobRejected, JobCancelRequested and
ApplicationReserved; then it wakes executor and tells VALET on `gh.out.…`. A request is acked only after all of that.
"""
