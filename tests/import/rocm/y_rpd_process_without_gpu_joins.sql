-- with base_rpd.sql
UPDATE rocpd_api SET pid = 80 WHERE id = 5;
