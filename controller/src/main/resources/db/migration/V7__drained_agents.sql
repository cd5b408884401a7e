-- Agents that get no new run until they are told otherwise.
create table drained_agent (
    agent varchar(200) primary key
);
