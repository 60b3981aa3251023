-- base: rpd.base
UPDATE rocpd_monitor SET value = 'n/a' WHERE id = 1;
