-- What one iteration of a session works: a list in JSON. What a lost session was to work counts as failed.
alter table run add column per_iteration text;

-- How many sessions a load point really had (JSON), why it failed whatever its timings say (JSON, null where they decide), and of sessions of
-- which timings were missing when it was judged the sequence numbers of those that were there (JSON, by session).
alter table load_point add column worked text;
alter table load_point add column failure text;
alter table load_point add column in_time text;
