-- with base_rpd.sql
UPDATE rocpd_op SET "end" = 9223372036854775807 WHERE id = 1;
