-- Which machines may become agents, and which have.

create table join_token (
    id varchar(64) primary key,
    -- SHA-256 of the secret, which is not stored.
    secret_hash varchar(64) not null unique,
    labels varchar(4000) not null,
    machines integer not null,
    joined integer not null,
    created_at timestamp(6) with time zone not null,
    expires_at timestamp(6) with time zone not null,
    withdrawn boolean not null
);

create table enrolled_agent (
    agent varchar(200) primary key,
    host varchar(300) not null,
    labels varchar(4000) not null,
    join_token varchar(64) not null references join_token (id),
    enrolled_at timestamp(6) with time zone not null,
    certificate_until timestamp(6) with time zone not null,
    revoked_at timestamp(6) with time zone,
    revoked_because varchar(1000)
);
