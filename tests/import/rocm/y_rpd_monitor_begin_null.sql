-- base: rpd.base
UPDATE rocpd_monitor SET start = NULL WHERE id = 1;
