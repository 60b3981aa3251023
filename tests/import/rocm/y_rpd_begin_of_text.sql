-- base: rpd.base
UPDATE rocpd_op SET start = 'soon' WHERE id = 1;
