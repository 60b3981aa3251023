-- with base_rpd.sql
UPDATE rocpd_api_ops SET api_id = 1 WHERE op_id = 1;
