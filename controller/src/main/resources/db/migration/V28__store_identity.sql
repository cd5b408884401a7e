-- Which store this is: a data folder belongs to one. One row, which the first controller writes.
create table store_identity (
    place integer primary key check (place = 1),
    id varchar(64) not null
);

-- Runs that were deleted. That the store does not have a run proves nothing: it may be an older state of the store.
create table deleted_run (
    id varchar(64) primary key,
    deleted_at timestamp(6) with time zone not null
);
