-- With which versions of the tables a controller can work: none brings them to a later one beside it.
alter table controller add column schema_from varchar(20) default '' not null;
alter table controller add column schema_to varchar(20) default '' not null;

-- By which authority machines know a controller that they have joined. Its key and certificate are in the controller's data folder, and must not be replaced unnoticed.
create table controller_authority (
    controller varchar(200) primary key,
    fingerprint varchar(200) not null
);
