-- with base_rpd.sql
UPDATE rocpd_api SET apiName_id = 999 WHERE id = 2;
UPDATE rocpd_op SET description_id = 998, opType_id = 999 WHERE id = 1;
