-- Run profiles as they were saved, one row for each version; an empty text says that the profile was removed then.
create table run_profile (
    id varchar(100) not null,
    version integer not null,
    saved_at timestamp(6) with time zone not null,
    yaml text not null,
    primary key (id, version)
);
