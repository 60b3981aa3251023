-- with base_rpd.sql
UPDATE rocpd_string SET string = 'Barrier' WHERE id = 10;
