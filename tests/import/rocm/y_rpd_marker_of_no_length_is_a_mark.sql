-- base: rpd.base
UPDATE rocpd_api SET "end" = start WHERE id = 1;
