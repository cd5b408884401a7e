-- For how long the start of a session's desktop had waited in its agent; it is not part of the logon. Empty where the agent did not say: then the wait is in
-- the logon, as in earlier runs.
alter table session add column logon_queued_nanos bigint;

-- For how long an agent's process stood still at most since its previous sample; empty where it did not say.
alter table resource_sample add column longest_pause_ms double precision;
