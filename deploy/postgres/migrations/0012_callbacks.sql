-- What the upstream product was told by HTTP of each job, and what came of it; neither where nor what.

create table callbacks (
    callback_id text primary key,
    job_id      text not null,
    told        text not null,
    status      text not null,
    tries       bigint not null,
    code        text,
    http_status bigint,
    answer      text,
    took_ms     bigint,
    after_ms    bigint,
    next_at     timestamptz,
    at          timestamptz not null,
    sequence    bigint not null
);

create index callbacks_of_a_job on callbacks (job_id, sequence);
create index callbacks_not_taken on callbacks (sequence desc) where status <> 'delivered';
