-- How often a handler gave input for a window that had come during an operation; 0 for the timings of earlier versions, which had no handlers.
alter table timing add column handled integer default 0 not null;
