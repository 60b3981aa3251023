-- base: rpd.base
DROP TABLE rocpd_api_ops;
