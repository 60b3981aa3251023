-- with base_rpd.sql
UPDATE rocpd_op SET start = x'32363030' WHERE id = 1;
