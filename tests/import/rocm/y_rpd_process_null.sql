-- with base_rpd.sql
UPDATE rocpd_api SET pid = NULL, tid = 'main' WHERE id = 2;
