-- with base_rpd.sql
UPDATE rocpd_op SET "end" = 'later' WHERE id = 1;
