-- Controllers of this store that issue certificates for the authority of another one of them.
alter table join_token add column for_controller boolean default false not null;

create table issuing_controller (
    -- The subject of its certificate, which is the issuer of those that it issues.
    subject varchar(300) primary key,
    id varchar(64) not null unique,
    host varchar(300) not null,
    join_token varchar(64) not null references join_token (id),
    joined_at timestamp(6) with time zone not null,
    revoked_at timestamp(6) with time zone,
    revoked_because varchar(1000)
);
