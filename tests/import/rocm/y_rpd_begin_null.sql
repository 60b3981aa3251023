-- base: rpd.base
UPDATE rocpd_op SET start = NULL WHERE id = 1;
