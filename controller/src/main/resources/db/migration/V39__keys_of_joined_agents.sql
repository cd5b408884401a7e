-- SHA-256 of the public key with which it joined, so that who asks again, because the answer was lost, is known; null if it joined before this was kept.
alter table enrolled_agent add column join_key varchar(64);
create index enrolled_agent_of_key on enrolled_agent (join_key);
