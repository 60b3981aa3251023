-- with base_rpd.sql
ALTER TABLE rocpd_op DROP COLUMN gpuId;
ALTER TABLE rocpd_op DROP COLUMN queueId;
ALTER TABLE rocpd_api DROP COLUMN tid;
