-- with base_rpd.sql
UPDATE rocpd_op SET start = 'soon' WHERE id = 1;
