-- with base_rpd.sql
UPDATE rocpd_api_ops SET op_id = 77 WHERE op_id = 1;
