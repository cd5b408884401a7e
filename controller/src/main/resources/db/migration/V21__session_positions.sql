-- The position of a session among those of its load point; it decides on the workloads that a share of the sessions works. In earlier runs every
-- session worked all workloads.
alter table session add column load_position integer;
