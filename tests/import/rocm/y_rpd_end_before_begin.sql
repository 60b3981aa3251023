-- base: rpd.base
UPDATE rocpd_op SET "end" = 2000 WHERE id = 1;
