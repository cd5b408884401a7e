-- Why a load point was judged before all that counts was worked, because it had failed already; empty if it was measured to its end.
alter table load_point add column ended_early varchar(500) default '' not null;
