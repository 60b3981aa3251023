-- base: rpd.base
UPDATE rocpd_op SET "end" = NULL WHERE id = 1;
