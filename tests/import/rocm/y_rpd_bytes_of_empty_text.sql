-- with base_rpd.sql
UPDATE rocpd_copyapi SET size = '';
