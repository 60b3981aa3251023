-- base: rpd.base
DROP TABLE rocpd_kernelapi;
DROP TABLE rocpd_copyapi;
DROP TABLE rocpd_monitor;
DROP TABLE rocpd_metadata;
