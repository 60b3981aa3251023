-- with base_rpd.sql
UPDATE rocpd_api SET apiName_id = 'two' WHERE id = 2;
