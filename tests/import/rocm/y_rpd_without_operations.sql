-- with base_rpd.sql
DROP TABLE rocpd_op;
