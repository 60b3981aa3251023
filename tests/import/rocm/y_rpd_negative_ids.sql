-- with base_rpd.sql
UPDATE rocpd_api SET id = -id;
UPDATE rocpd_api_ops SET api_id = -api_id;
