-- A run that is pinned is never deleted. One that is marked as deleted is seen by nobody any more, and its rows and files are removed by and by.
alter table run add column pinned boolean default false not null;
alter table run add column deleted_at timestamp(6) with time zone;

-- Which runs are kept by themselves: one row; what is null has no bound.
create table retention (
    id integer primary key,
    days integer,
    runs integer,
    megabytes bigint
);
