-- with base_rpd.sql
UPDATE rocpd_api SET pid = 80, tid = 80 WHERE id IN (3, 4);
UPDATE rocpd_op SET gpuId = 3 WHERE id > 1;
