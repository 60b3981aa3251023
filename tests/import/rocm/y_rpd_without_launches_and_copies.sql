-- with base_rpd.sql
DROP TABLE rocpd_kernelapi;
DROP TABLE rocpd_copyapi;
DROP TABLE rocpd_monitor;
DROP TABLE rocpd_metadata;
