-- The machines that are expected on the list of installations, by their host names.
create table expected_machine (
    name varchar(255) primary key
);
