-- Which process of its controller a run belongs to, new at each start: a second process with the same identity is another one.
alter table run add column fence varchar(64) default '' not null;
