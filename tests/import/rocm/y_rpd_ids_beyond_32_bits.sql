-- with base_rpd.sql
UPDATE rocpd_api SET id = id + 4294967296;
UPDATE rocpd_api_ops SET api_id = api_id + 4294967296;
UPDATE rocpd_kernelapi SET api_ptr_id = api_ptr_id + 4294967296;
UPDATE rocpd_copyapi SET api_ptr_id = api_ptr_id + 4294967296;
