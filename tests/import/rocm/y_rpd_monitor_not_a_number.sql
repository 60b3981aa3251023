-- with base_rpd.sql
UPDATE rocpd_monitor SET value = 'n/a' WHERE id = 1;
