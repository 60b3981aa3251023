-- with base_rpd.sql
UPDATE rocpd_op SET "end" = '' WHERE id = 1;
