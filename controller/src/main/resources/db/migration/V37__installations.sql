-- What setups of machines have told: a row for each machine, as of its last report.
create table installation (
    id varchar(40) primary key,
    -- Made on the machine at its first setup. Machines that were copied from one have the same.
    setup_id varchar(64) not null,
    host varchar(300) not null,
    -- Null until it has joined.
    agent varchar(64),
    -- That it has shown first; null if it has only shown a certificate.
    join_token varchar(64),
    version varchar(100) not null,
    optimisations varchar(200) not null,
    -- JSON
    stages text not null,
    ended boolean not null,
    exit_code integer not null,
    started_at timestamp(6) with time zone not null,
    seen_at timestamp(6) with time zone not null,
    unique (setup_id, host)
);
create index installation_of_token on installation (join_token);
