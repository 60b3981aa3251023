-- with base_rpd.sql
UPDATE rocpd_op SET start = -9223372036854775807 - 1 WHERE id = 1;
