-- What is told of an operation beside its pictures: a message EvidenceStrip of the link.
alter table evidence add column strip bytea;

-- Pictures that an agent wanted to keep and could not, because a limit was reached.
create table evidence_left_out (
    run_id varchar(64) not null references run (id),
    agent varchar(200) not null,
    pictures bigint not null,
    primary key (run_id, agent)
);
