-- The checks of validity that a run was held to when it ended: a list in JSON; null where it ended before that.
alter table run add column validity text;

-- Checksums of its workloads, an object in JSON: runs of different workloads must not be compared.
alter table run add column checksums text;
