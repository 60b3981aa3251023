-- with base_rpd.sql
UPDATE rocpd_api SET "end" = start WHERE id = 1;
