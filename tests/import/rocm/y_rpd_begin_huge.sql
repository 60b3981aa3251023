-- with base_rpd.sql
UPDATE rocpd_op SET start = 9223372036854775807, "end" = 9223372036854775807 WHERE id = 1;
