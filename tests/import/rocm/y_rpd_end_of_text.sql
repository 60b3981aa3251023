-- base: rpd.base
UPDATE rocpd_op SET "end" = 'later' WHERE id = 1;
