-- with base_rpd.sql
UPDATE rocpd_api SET start = -500 WHERE id = 1;
