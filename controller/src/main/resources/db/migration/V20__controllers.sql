-- Controllers that share this store. Each renews its lease; the runs of one whose lease has expired may be ended by another.
create table controller (
    id varchar(64) primary key,
    instance varchar(64) not null,
    name varchar(1000) not null,
    renewed_at timestamp(6) with time zone not null
);

-- Which controller a run belongs to; empty for runs from before there were leases.
alter table run add column controller varchar(64) default '' not null;
