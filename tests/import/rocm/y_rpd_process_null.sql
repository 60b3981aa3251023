-- base: rpd.base
UPDATE rocpd_api SET pid = NULL, tid = 'main' WHERE id = 2;
