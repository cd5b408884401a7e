-- Whose sessions are whose: which desktop agents were paired with a session, and which ids belong to client agents.

create table session_desktop (
    run_id varchar(64) not null references run (id),
    session integer not null,
    agent varchar(200) not null,
    primary key (run_id, session, agent)
);

-- No desktop agent gets such an id. Only client agents get sessions.
create table client_agent (
    agent varchar(200) primary key
);
insert into client_agent (agent) select distinct agent from session;
