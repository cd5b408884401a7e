-- Which store this is: agents keep what they measured for each store by itself. The controller that opens the store first makes the id.
create table store_identity (
    one integer primary key check (one = 1),
    id varchar(64) not null
);
