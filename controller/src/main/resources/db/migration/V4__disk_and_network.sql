-- Bytes per second of all disks, and of all network interfaces but loopback.
alter table resource_sample add column disk_read bigint default 0 not null;
alter table resource_sample add column disk_written bigint default 0 not null;
alter table resource_sample add column network_received bigint default 0 not null;
alter table resource_sample add column network_sent bigint default 0 not null;
