-- The pages of forms that are filled as they were before, and how each of their steps fares.

create table recipes (
    site        text not null,
    fingerprint text not null,
    platform    text not null,
    health      bigint not null,
    steps       bigint not null,
    jobs        bigint not null,
    retired     boolean not null,
    updated_at  timestamptz not null,
    sequence    bigint not null,
    primary key (site, fingerprint)
);

create table recipe_steps (
    site             text not null,
    fingerprint      text not null,
    field_id         text not null,
    kind             text not null,
    label            text not null,
    action           text,
    key              text,
    negated          boolean not null,
    reason           text,
    identity_percent bigint not null,
    health           bigint not null,
    verified         bigint not null,
    failed           bigint not null,
    forgotten        boolean not null,
    sequence         bigint not null,
    primary key (site, fingerprint, field_id)
);
