-- with base_rpd.sql
UPDATE rocpd_op SET gpuId = 'gfx', queueId = '' WHERE id = 1;
