-- with base_rpd.sql
UPDATE rocpd_op SET gpuId = 4294967296, queueId = 9223372036854775807 WHERE id = 1;
