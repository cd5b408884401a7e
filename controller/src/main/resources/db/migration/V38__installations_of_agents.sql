-- A line for each agent that a machine has become: machines that were copied from one have the setup id, and may have the host name, too. And which report is the newest: connections may overtake each other.
create table installation_of_agent (
    id varchar(40) primary key,
    -- Made on the machine at its first setup. Machines that were copied from one have the same.
    setup_id varchar(64) not null,
    host varchar(300) not null,
    -- Empty until it has joined.
    agent varchar(64) not null,
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
    -- Made at each start of the setup; empty from an agent that does not say.
    attempt varchar(64) not null,
    -- Of the last report of this attempt.
    report_number integer not null,
    unique (setup_id, host, agent)
);
insert into installation_of_agent (id, setup_id, host, agent, join_token, version, optimisations, stages, ended, exit_code, started_at,
    seen_at, attempt, report_number)
select id, setup_id, host, coalesce(agent, ''), join_token, version, optimisations, stages, ended, exit_code, started_at, seen_at, '', 0
from installation;
drop table installation;
alter table installation_of_agent rename to installation;
create index installation_of_token on installation (join_token);
create index installation_by_agent on installation (agent);
