-- with base_rpd.sql
UPDATE rocpd_op SET start = 2600.5 WHERE id = 1;
