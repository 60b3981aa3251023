-- base: rpd.base
UPDATE rocpd_op SET start = x'32363030' WHERE id = 1;
