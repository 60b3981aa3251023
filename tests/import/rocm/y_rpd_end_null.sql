-- with base_rpd.sql
UPDATE rocpd_op SET "end" = NULL WHERE id = 1;
