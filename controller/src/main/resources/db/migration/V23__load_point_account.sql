-- What a load point's verdict rests on beside its timings: whether the search asked for one iteration of each session only, which logons were asked for with it
-- (JSON), and why it says nothing of the platform, because Deskmeter itself was beyond its bounds; empty where that is not so.
alter table load_point add column brief boolean default false not null;
alter table load_point add column logons text;
alter table load_point add column not_judged varchar(2000) default '' not null;
