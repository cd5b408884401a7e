-- How far each stage came, in the row of its beginning; and which session a line of the log is about, -1 for none.
alter table stage_log add column done integer default 0 not null;
alter table stage_log add column total integer default 0 not null;
alter table stage_log add column what varchar(100) default '' not null;
alter table stage_log add column session integer default -1 not null;
