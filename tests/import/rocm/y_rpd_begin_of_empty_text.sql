-- with base_rpd.sql
UPDATE rocpd_api SET start = '' WHERE id = 2;
