-- With which versions of the tables a controller can work: none brings them to a later one beside it.
alter table controller add column schema_from varchar(20) default '' not null;
alter table controller add column schema_to varchar(20) default '' not null;
