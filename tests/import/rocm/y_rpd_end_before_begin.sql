-- with base_rpd.sql
UPDATE rocpd_op SET "end" = 2000 WHERE id = 1;
