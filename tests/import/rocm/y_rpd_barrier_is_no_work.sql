-- base: rpd.base
UPDATE rocpd_string SET string = 'Barrier' WHERE id = 10;
