-- base: rpd.base
UPDATE rocpd_op SET "end" = '' WHERE id = 1;
