-- with base_rpd.sql
UPDATE rocpd_api_ops SET op_id = NULL WHERE op_id = 1;
