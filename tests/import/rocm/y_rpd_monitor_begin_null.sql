-- with base_rpd.sql
UPDATE rocpd_monitor SET start = NULL WHERE id = 1;
