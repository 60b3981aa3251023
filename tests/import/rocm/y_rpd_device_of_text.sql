-- base: rpd.base
UPDATE rocpd_op SET gpuId = 'gfx', queueId = '' WHERE id = 1;
