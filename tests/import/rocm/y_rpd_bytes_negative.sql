-- with base_rpd.sql
UPDATE rocpd_copyapi SET size = -1, kind = 99;
