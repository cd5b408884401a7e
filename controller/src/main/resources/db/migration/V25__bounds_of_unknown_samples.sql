-- What was seen of an unknown value: it is this one or a worse one. Null: nothing is known of it, or the value is known.
alter table samples add column no_better_than double precision;
