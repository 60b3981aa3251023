-- with base_rpd.sql
UPDATE rocpd_api SET id = 0 WHERE id = 2;
UPDATE rocpd_api_ops SET api_id = 0 WHERE api_id = 2;
UPDATE rocpd_kernelapi SET api_ptr_id = 0;
