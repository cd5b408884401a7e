-- Whether a desktop agent measures the session that it was paired with: in remote mode its client agent does. Nobody knows it of those of before.
alter table session_desktop add column measures boolean not null default true;
