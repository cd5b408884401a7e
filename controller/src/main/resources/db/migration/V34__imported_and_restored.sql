-- When a run came from a file. The agents that worked for it are of another store, even if agents of this one have the same ids.
alter table run add column imported_at timestamp(6) with time zone;

-- When the store was restored from a backup: agents may know of runs that were begun after it was made.
alter table store_identity add column restored_at timestamp(6) with time zone;
