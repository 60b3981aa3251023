-- with base_rpd.sql
UPDATE rocpd_op SET start = NULL WHERE id = 1;
